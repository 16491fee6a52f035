// The table of Stockfish 11, made of Palimpsest's: see tt.h.
#include "tt.h"

#include <cstdlib>
#include <iostream>

#include "thread.h"
#include "uci.h"

TranspositionTable TT;

// The path of a table that several processes share, if this variable of the environment is set.
static const char* const SHARED = "PALIMPSEST_SHARED";

// The schema of Stockfish 11's keys in a shared table.
static const std::uint64_t SCHEMA = 0x5f11;

void TranspositionTable::resize(std::size_t megabytes) try {
  Threads.main()->wait_for_search_finished();
  const char* path = std::getenv(SHARED);
  if (path)
    table.emplace(palimpsest::Table::attach(path, megabytes << 20, SCHEMA));
  else if (table)
    table->resize(megabytes << 20);
  else
    table.emplace(megabytes << 20);
  clear();
} catch (const palimpsest::Error& error) {
  std::cerr << "info string " << error.what() << std::endl;
  std::exit(EXIT_FAILURE);
}

void TranspositionTable::clear() try {
  table->clear(std::size_t(Options["Threads"]));
} catch (const palimpsest::Error&) {
  // Others are attached, and search with what is there.
}
