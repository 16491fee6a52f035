// Palimpsest's table under the names by which Stockfish 11 uses its own. An entry is a value in
// place of a pointer.
#ifndef TT_H_INCLUDED
#define TT_H_INCLUDED

#include "palimpsest.h"
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
  uint64_t bits = 0;
};

class TranspositionTable {
 public:
  ~TranspositionTable() { pal_tt_free(table); }
  // One of the processes on a shared table begins the generations.
  void new_search() { if (leads) pal_tt_advance_generation(table, nullptr); }
  TTEntry probe(Key key, bool& found) const {
    TTEntry entry;
    entry.bits = pal_tt_find(table, key);
    found = entry.bits != 0;
    return entry;
  }
  void store(Key key, uint64_t bits) const { pal_tt_store(table, key, bits); }
  int hashfull() const { return int(pal_tt_hashfull(table)); }
  void resize(size_t megabytes);
  void clear();
  // Returns the address that Stockfish prefetches.
  void* first_entry(Key key) const { return const_cast<uint64_t*>(pal_tt_bucket(table, key)); }

 private:
  pal_tt_owned* table = nullptr;
  bool leads = true;
};

extern TranspositionTable TT;

// The bounds of the two programs are coded alike.
static_assert(int(BOUND_UPPER) == PAL_BOUND_UPPER && int(BOUND_LOWER) == PAL_BOUND_LOWER, "bounds");

inline void TTEntry::save(Key key, Value value, bool pv, Bound bound, Depth depth, Move move,
                          Value eval) const {
  TT.store(key, pal_entry(uint16_t(move), int16_t(value), int16_t(eval), int(depth),
                          pal_bound(bound), pv));
}

#endif
