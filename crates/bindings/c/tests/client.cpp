// A program in C++17 over palimpsest.hpp; prints one line, and throws what is not so.
//
//   client FOLDER    in which it makes files, and finds those of Syzygy tables under syzygy/
#include <cstdio>
#include <thread>

#include "palimpsest.hpp"

using palimpsest::Entry;

static unsigned claims;

static void claim(bool holds, const char* what) {
  claims++;
  if (!holds) throw std::logic_error(what);
}

template <class F>
static void refused(pal_status status, F work) {
  try {
    work();
  } catch (const palimpsest::Error& error) {
    return claim(error.status == status && error.what()[0] != 0, error.what());
  }
  claim(false, "expected an error, found none");
}

int main(int count, char** words) try {
  if (count != 2) return 2;
  const std::string folder = words[1], saved = folder + "/saved", shared = folder + "/shared";
  palimpsest::Table table(1 << 20);
  const std::uint64_t key = pal_mix(1);
  table.prefetch(key);
  claim(!table.probe(key), "nothing is known");
  table.store(key, Entry{77, -5, 3, 12, PAL_BOUND_EXACT, true});
  const auto found = table.probe(key);
  claim(found && found->move == 77 && found->score == -5 && found->draft == 12 && found->pv, "hit");
  table.update(key, [](std::uint64_t bits) {
    Entry entry = Entry::unpack(bits);
    entry.draft++;
    return entry.pack();
  });
  claim(table.probe(key)->draft == 13, "updated");
  table.advance_generation();
  claim(table.probe(key)->draft == 13, "an old record is found");
  table.resize(3 << 20);
  table.save(saved, 42);
  palimpsest::Table other = std::move(table);
  other.clear();
  claim(!other.probe(key), "cleared");
  other.load(saved, 42);
  other.merge(saved, 42);
  claim(other.probe(key)->draft == 13, "loaded");
  refused(PAL_STATUS_FILE, [&] { other.load(saved, 43); });
  refused(PAL_STATUS_MEMORY, [] { palimpsest::Table(1); });
  {
    const auto first = palimpsest::Table::attach(shared, 1 << 20, 42);
    auto second = palimpsest::Table::attach(shared, 0, 42);
    std::thread([&] { first.store(key, Entry{5, 0, 0, 1, PAL_BOUND_LOWER, false}); }).join();
    claim(second.probe(key)->move == 5 && second.check() == 2, "shared");
    refused(PAL_STATUS_SHARED, [&] { second.clear(); });
  }
  palimpsest::Table::remove(shared);

  const palimpsest::Schema schema({{"stone", 18, 0}, {"side to move", 1, 1}});
  claim(schema.keys(7).size() == 19 && schema.distance() == 22, "keys");
  const palimpsest::Syzygy syzygy(folder + "/syzygy");
  const std::uint64_t rook = 1 << 7, kings[] = {1, std::uint64_t{1} << 35};
  const auto result = syzygy.probe(
      {{kings[0] | rook, kings[1]}, {0, 0, 0, rook, 0, kings[0] | kings[1]}, 0, 0}, true);
  claim(result && result->wdl == 2 && result->dtz == 29, "mate in 29 plies");
  const auto unknown = syzygy.probe(
      {{kings[0] | rook, kings[1]}, {0, 0, 0, 0, rook, kings[0] | kings[1]}, 1, 0}, false);
  claim(!unknown, "there is no table of the queen");
  std::printf("%u claims hold\n", claims);
} catch (const std::exception& error) {
  std::fprintf(stderr, "not so: %s\n", error.what());
  return 1;
}
