// Palimpsest's table under the names by which Stockfish 11 uses its own, so that its search takes it
// with entries as values in place of pointers. A draft: the engine does not compile as C++17,
// which palimpsest.hpp asks for.
#ifndef TT_H_INCLUDED
#define TT_H_INCLUDED

#include <optional>

#include "palimpsest.hpp"
#include "types.h"

class TTEntry {
 public:
  TTEntry* operator->() { return this; }
  Move move() const { return Move(pal_entry_move(bits)); }
  Value value() const { return Value(pal_entry_score(bits)); }
  Value eval() const { return Value(pal_entry_eval(bits)); }
  Depth depth() const { return Depth(pal_entry_draft(bits)); }
  bool is_pv() const { return pal_entry_pv(bits) != 0; }
  Bound bound() const { return Bound(pal_entry_bound(bits)); }
  void save(Key key, Value value, bool pv, Bound bound, Depth depth, Move move, Value eval) const;

 private:
  friend class TranspositionTable;
  std::uint64_t bits = 0;
};

class TranspositionTable {
 public:
  void new_search() { table->advance_generation(); }
  TTEntry probe(Key key, bool& found) const {
    TTEntry entry;
    entry.bits = table->find(key);
    found = entry.bits != 0;
    return entry;
  }
  void store(Key key, std::uint64_t bits) const { table->store(key, bits); }
  int hashfull() const { return int(table->hashfull()); }
  void resize(std::size_t megabytes);
  void clear();
  // The address that Stockfish prefetches.
  void* first_entry(Key key) const {
    return const_cast<std::uint64_t*>(pal_tt_bucket(table->get(), key));
  }

 private:
  std::optional<palimpsest::Table> table;
};

extern TranspositionTable TT;

// The bounds of the two programs are coded alike.
static_assert(int(BOUND_UPPER) == PAL_BOUND_UPPER && int(BOUND_LOWER) == PAL_BOUND_LOWER, "bounds");

inline void TTEntry::save(Key key, Value value, bool pv, Bound bound, Depth depth, Move move,
                          Value eval) const {
  TT.store(key, pal_entry(std::uint16_t(move), std::int16_t(value), std::int16_t(eval), int(depth),
                          pal_bound(bound), pv));
}

#endif
