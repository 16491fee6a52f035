// Palimpsest for C++17: the objects of palimpsest.h, each owned by a value that can be moved.
// Errors are exceptions of type palimpsest::Error. What may race is said in palimpsest.h.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "palimpsest.h"

namespace palimpsest {

class Error : public std::runtime_error {
 public:
  explicit Error(const pal_error& error) : std::runtime_error(error.text), status(error.status) {}
  const pal_status status;
};

namespace detail {
template <auto Free>
struct Deleter {
  template <class T>
  void operator()(T* object) const noexcept { Free(object); }
};
template <class T, auto Free>
using Owned = std::unique_ptr<T, Deleter<Free>>;

// Calls with the address of an error behind the other arguments, and throws what is written there.
template <class F, class... A>
auto checked(F function, A... arguments) {
  pal_error error;
  auto result = function(arguments..., &error);
  if (error.status != PAL_STATUS_OK) throw Error(error);
  return result;
}
}  // namespace detail

// A searched position, unpacked.
struct Entry {
  std::uint16_t move = 0;
  std::int16_t score = 0, eval = 0;
  int draft = 0;
  pal_bound bound = PAL_BOUND_NONE;
  bool pv = false;

  static Entry unpack(std::uint64_t bits) {
    return {pal_entry_move(bits), pal_entry_score(bits), pal_entry_eval(bits),
            pal_entry_draft(bits), pal_entry_bound(bits), pal_entry_pv(bits) != 0};
  }
  std::uint64_t pack() const { return pal_entry(move, score, eval, draft, bound, pv); }
};

// A transposition table, of this process or shared. The const functions may race.
class Table {
 public:
  // Of entries, or of records that a description names.
  explicit Table(std::size_t bytes, const pal_tt_record* record = nullptr)
      : table(detail::checked(pal_tt_create, bytes, record)) {}

  // Attaches to a table that processes share, or creates it; 0 bytes attach alone.
  static Table attach(const std::string& path, std::size_t bytes, std::uint64_t schema,
                      const pal_tt_record* record = nullptr) {
    return Table(detail::checked(pal_tt_attach, path.c_str(), bytes, schema, record));
  }
  static void remove(const std::string& path) { detail::checked(pal_tt_remove, path.c_str()); }

  std::uint64_t find(std::uint64_t key) const { return pal_tt_find(get(), key); }
  std::optional<Entry> probe(std::uint64_t key) const {
    const auto bits = find(key);
    return bits ? std::optional(Entry::unpack(bits)) : std::nullopt;
  }
  void store(std::uint64_t key, std::uint64_t bits) const { pal_tt_store(get(), key, bits); }
  void store(std::uint64_t key, const Entry& entry) const { store(key, entry.pack()); }
  void prefetch(std::uint64_t key) const { pal_tt_fetch(get(), key); }

  // Changes the record of a key by a function of it, which does not throw; 0 if there is none.
  template <class F>
  std::uint64_t update(std::uint64_t key, F change) const {
    const auto call = [](std::uint64_t bits, void* f) { return (*static_cast<F*>(f))(bits); };
    return pal_tt_update(get(), key, call, &change);
  }
  unsigned hashfull() const { return pal_tt_hashfull(get()); }
  void advance_generation() const { detail::checked(pal_tt_advance_generation, get()); }
  unsigned check() const {
    std::uint32_t attached = 0;
    detail::checked(pal_tt_check, get(), &attached);
    return attached;
  }

  void resize(std::size_t bytes) { detail::checked(pal_tt_resize, table.get(), bytes); }
  void clear(std::size_t threads = 1) { detail::checked(pal_tt_clear, table.get(), threads); }
  void save(const std::string& path, std::uint64_t schema) { file(pal_tt_save, path, schema); }
  void load(const std::string& path, std::uint64_t schema) { file(pal_tt_load, path, schema); }
  void merge(const std::string& path, std::uint64_t schema) { file(pal_tt_merge, path, schema); }
  const pal_tt_owned* get() const { return table.get(); }

 private:
  explicit Table(pal_tt_owned* owned) : table(owned) {}
  template <class F>
  void file(F work, const std::string& path, std::uint64_t schema) {
    detail::checked(work, table.get(), path.c_str(), schema);
  }
  detail::Owned<pal_tt_owned, pal_tt_free> table;
};

// The features of a game, and keys for them with a proven distance.
class Schema {
 public:
  explicit Schema(const std::vector<pal_key_group>& groups)
      : schema(detail::checked(pal_schema_create, groups.data(), groups.size())) {}
  std::vector<std::uint64_t> keys(std::uint64_t seed) const {
    std::vector<std::uint64_t> keys(pal_schema_features(schema.get()));
    detail::checked(pal_schema_keys, schema.get(), seed, keys.data(), keys.size());
    return keys;
  }
  unsigned distance() const { return pal_schema_distance(schema.get()); }
  const pal_schema_owned* get() const { return schema.get(); }

 private:
  detail::Owned<pal_schema_owned, pal_schema_free> schema;
};

// Syzygy tables; nothing if no table has the position.
class Syzygy {
 public:
  explicit Syzygy(const std::string& folders)
      : tables(detail::checked(pal_syzygy_open, folders.c_str())) {}
  std::optional<pal_syzygy_result> probe(const pal_syzygy_position& at, bool distance) const {
    pal_syzygy_result result;
    pal_error error;
    const auto status = pal_syzygy_probe(tables.get(), &at, distance, &result, &error);
    if (status == PAL_STATUS_UNKNOWN) return std::nullopt;
    if (status != PAL_STATUS_OK) throw Error(error);
    return result;
  }

 private:
  detail::Owned<pal_syzygy_owned, pal_syzygy_free> tables;
};

}  // namespace palimpsest
