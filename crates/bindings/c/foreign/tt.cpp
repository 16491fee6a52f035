// The table of Stockfish 11, made of Palimpsest's: see tt.h.
#include "tt.h"

#include <cstdlib>
#include <iostream>

#include "thread.h"
#include "uci.h"

TranspositionTable TT;

// The variable of the environment that names the file of a table for several processes.
static const char* const SHARED = "PALIMPSEST_SHARED";

// The schema of Stockfish 11's keys in a shared table.
static const uint64_t SCHEMA = 0x5f11;

void TranspositionTable::resize(size_t megabytes) {
  Threads.main()->wait_for_search_finished();
  const char* path = std::getenv(SHARED);
  const size_t bytes = megabytes << 20;
  pal_error error;
  if (table) {
    // A shared table to which others are attached keeps its size.
    if (pal_tt_resize(table, bytes, &error) != PAL_STATUS_OK)
      std::cerr << "info string " << error.text << std::endl;
  } else {
    table = path ? pal_tt_attach(path, bytes, SCHEMA, nullptr, &error)
                 : pal_tt_create(bytes, nullptr, &error);
    uint32_t attached = 0;
    if (!table || pal_tt_check(table, &attached, &error) != PAL_STATUS_OK) {
      std::cerr << "info string " << error.text << std::endl;
      std::exit(EXIT_FAILURE);
    }
    leads = attached == 1;
  }
  clear();
}

// Empties the table; a shared one to which others are attached stays as it is.
void TranspositionTable::clear() { pal_tt_clear(table, size_t(int(Options["Threads"])), nullptr); }
