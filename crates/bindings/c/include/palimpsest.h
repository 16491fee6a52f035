/* Palimpsest for C: transposition tables, hash keys, pawn structures, Syzygy endgame tables.
 *
 * A type whose name ends in `_owned` belongs to the caller, who gives it back by the `_free` of its
 * kind; all else is borrowed for the call. A null pointer where an object is expected is an error or
 * has no effect. A function that may fail takes the address of a `pal_error`, or null.
 *
 * Made by `cargo xtask c --header`; do not edit. Licence: MIT or Apache-2.0. */

#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/*
 The 64-bit words of a payload in a pawn table.
 */
#define PAL_PAWNS_PAYLOAD_WORDS 8

/*
 The kind of an error.
 */
enum pal_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /*
   It was done.
   */
  PAL_STATUS_OK = 0,
  /*
   A pointer is null where an object or a text is expected, or a text is not UTF-8.
   */
  PAL_STATUS_NULL = 1,
  /*
   An argument is out of its range.
   */
  PAL_STATUS_ARGUMENT = 2,
  /*
   There is not enough memory.
   */
  PAL_STATUS_MEMORY = 3,
  /*
   A file could not be read, written or accepted.
   */
  PAL_STATUS_FILE = 4,
  /*
   A shared table could not be created, attached, cleared, resized or removed, or its file was
   cut short.
   */
  PAL_STATUS_SHARED = 5,
  /*
   The answer is not known: there is no endgame table of the position, or it has a fault.
   */
  PAL_STATUS_UNKNOWN = 6,
  /*
   This system does not have it.
   */
  PAL_STATUS_UNSUPPORTED = 7,
  /*
   The library has an error of its own. The objects of the call may be freed, nothing else.
   */
  PAL_STATUS_PANIC = 8,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum pal_status pal_status;
#else
typedef int32_t pal_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/*
 The unit of a priority, by which a full bucket chooses the record that gives way.
 */
enum pal_tt_unit
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /*
   Plies of depth, in 8 bits. A generation of age counts as much as 8 plies, and a record of
   this generation resists one of its own key that is 4 plies shallower.
   */
  PAL_TT_UNIT_DRAFT = 0,
  /*
   A count (nodes, visits), in 16, 24 or 31 bits. The oldest generation gives way first, and
   in it the least count; a record always replaces the one of its own key.
   */
  PAL_TT_UNIT_COUNT = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum pal_tt_unit pal_tt_unit;
#else
typedef int32_t pal_tt_unit;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/*
 A pawn table of one thread, to be given back by `pal_pawns_free`. A hit is exact: it compares
 the two sets, not the key. One thread at a time may use it.
 */
typedef struct pal_pawns_owned pal_pawns_owned;

/*
 A pawn table of any number of threads, to be given back by `pal_pawns_shared_free`. Probes and
 stores may race: a probe finds the whole payload of one store for these two sets, or nothing.
 */
typedef struct pal_pawns_shared_owned pal_pawns_shared_owned;

/*
 The features of a game and the code of their keys, to be given back by `pal_schema_free`. Any
 number of threads may use it.
 */
typedef struct pal_schema_owned pal_schema_owned;

/*
 The tables of some folders, to be given back by `pal_syzygy_free`. Any number of threads may use
 them.
 */
typedef struct pal_syzygy_owned pal_syzygy_owned;

/*
 The part of a table that the library keeps to itself.
 */
typedef struct pal_tt_table pal_tt_table;

/*
 A text of the caller that ends in a zero byte, or null. The caller keeps it alive and unchanged
 during the call: each function that takes one says so by this type.

 */
typedef const char *Text;

/*
 The error of a call, in memory of the caller. Functions that may fail take the address of one
 or null, and write both fields if it is not null: `PAL_STATUS_OK` and an empty text too.
 */
typedef struct pal_error {
  /*
   The kind.
   */
  pal_status status;
  /*
   The message, ended by a zero byte; what is longer is cut.
   */
  char text[252];
} pal_error;

/*
 A position without a right to castle, as sets of squares, bit 0 = a1.
 */
typedef struct pal_syzygy_position {
  /*
   The squares of White's and of Black's pieces.
   */
  uint64_t colors[2];
  /*
   The squares of pawns, knights, bishops, rooks, queens and kings.
   */
  uint64_t kinds[6];
  /*
   0 if White is to move, 1 if Black is.
   */
  uint8_t side_to_move;
  /*
   The square that a pawn has just passed by a double step, 0 if none has.
   */
  uint8_t en_passant;
} pal_syzygy_position;

/*
 The values of a position.
 */
typedef struct pal_syzygy_result {
  /*
   From -2, a loss of the side to move, to 2, a win; -1 and 1 are a loss and a win that the
   fifty-move rule makes a draw.
   */
  int32_t wdl;
  /*
   Plies to the next capture, pawn move or mate, with the sign of `wdl`; beyond 100 for results
   of -1 and 1. 0 if it was not asked for.
   */
  int32_t dtz;
} pal_syzygy_result;

/*
 A group of features of a game, such as one for each kind of stone on each square.
 */
typedef struct pal_key_group {
  /*
   Its name.
   */
  Text name;
  /*
   The number of its features.
   */
  size_t features;
  /*
   Whether every ply changes one of them: 1 for the side to move, else 0.
   */
  uint8_t every_ply;
} pal_key_group;

/*
 The features of a pawn structure as sets of squares, bit 0 = a1. A pair is White's and Black's.
 */
typedef struct pal_pawn_structure_t {
  /*
   Squares that a pawn attacks.
   */
  uint64_t attacks[2];
  /*
   Squares that two pawns attack.
   */
  uint64_t double_attacks[2];
  /*
   Squares that a pawn attacks now or would attack further up its file.
   */
  uint64_t attack_spans[2];
  /*
   Files without a pawn of the colour.
   */
  uint64_t half_open_files[2];
  /*
   Files without a pawn.
   */
  uint64_t open_files;
  /*
   Passed pawns.
   */
  uint64_t passed[2];
  /*
   Candidates to become passed: no pawn is before them, and neighbours can help.
   */
  uint64_t candidates[2];
  /*
   Pawns without a pawn of the colour on a neighbouring file.
   */
  uint64_t isolated[2];
  /*
   Pawns with one of the colour before them on the file.
   */
  uint64_t doubled[2];
  /*
   Backward pawns.
   */
  uint64_t backward[2];
  /*
   Pawns beside one of the colour.
   */
  uint64_t phalanx[2];
  /*
   Pawns that one of the colour protects.
   */
  uint64_t supported[2];
  /*
   Pawns of a phalanx, and supported ones.
   */
  uint64_t connected[2];
  /*
   Pawns with a pawn on their stop square.
   */
  uint64_t blocked[2];
  /*
   Pawns with an enemy pawn on their stop square.
   */
  uint64_t rammed[2];
  /*
   Pawns that attack an enemy pawn.
   */
  uint64_t levers[2];
  /*
   Pawns that are isolated or backward.
   */
  uint64_t weak[2];
  /*
   Weak pawns on a file without an enemy pawn.
   */
  uint64_t exposed[2];
  /*
   The first file of each island: a run of neighbouring files with pawns of the colour.
   */
  uint64_t islands[2];
  /*
   The passed pawn that is furthest.
   */
  uint64_t leading_passer[2];
  /*
   The rearmost pawn of each file before a king of the colour, for three places of the king: on
   the files a to c, on d or e (the pawns of c to f count), on f to h.
   */
  uint64_t shelter[2][3];
  /*
   The foremost enemy pawn of each file before such a king.
   */
  uint64_t storm[2][3];
} pal_pawn_structure_t;

/*
 Fills the eight words of a payload, all 0 before; it gets the `context` of the call. It neither
 throws nor uses the table.
 */
typedef void (*pal_pawns_fill)(uint64_t *payload, void *context);

/*
 A payload of a shared pawn table.
 */
typedef struct pal_pawns_payload {
  /*
   Its words, of any meaning.
   */
  uint64_t words[PAL_PAWNS_PAYLOAD_WORDS];
} pal_pawns_payload;

/*
 A transposition table of the caller, to be given back by `pal_tt_free`.

 A record is one word of 64 bits, packed: an entry, made and read by the functions
 `pal_entry_…`, or a record of the caller's own, see `pal_tt_record`. The word 0 is no record.

 Any number of threads may probe, store, update, prefetch, advance the generation and ask for
 `pal_tt_hashfull` at once, in any way, without a lock: a probe returns what some store put there
 for that key, or nothing. While one of the other functions runs, no thread may use the table.

 Keys must be mixed in all 64 bits, as Zobrist keys are; others go through `pal_mix` first.

 The first three fields are for the functions that are inline below, and for code like them. They
 change when the table is resized and never else; nobody but the library writes to them.
 */
typedef struct pal_tt_owned {
  /*
   The first word of the buckets. A bucket is a cache line of four slots, each of two words:
   the key XOR the record, then the record.
   */
  const uint64_t *words;
  /*
   The number of buckets: that of a key is the high word of key × buckets.
   */
  uint64_t buckets;
  /*
   The count of generations; bits 59 to 63 of a record are the low ones of its own.
   */
  const uint64_t *generation;
  /*
   Of the library.
   */
  struct pal_tt_table *table;
} pal_tt_owned;

/*
 A field of a record.
 */
typedef struct pal_tt_field {
  /*
   Its name; a table whose fields are called otherwise is refused as a file.
   */
  Text name;
  /*
   Its lowest bit.
   */
  uint32_t shift;
  /*
   Its width in bits, at least 1.
   */
  uint32_t width;
} pal_tt_field;

/*
 The description of records of the caller's own. Bits 59 to 63 are the table's; fields are below
 and do not overlap. The first field is the priority, and ends at bit 58. A record whose bits 0
 to 58 are all 0 may be lost.
 */
typedef struct pal_tt_record {
  /*
   The unit of the priority, a `pal_tt_unit`.
   */
  int32_t unit;
  /*
   The first of the fields.
   */
  const struct pal_tt_field *fields;
  /*
   The number of fields, 1 to 59.
   */
  size_t count;
} pal_tt_record;

/*
 Changes a record: gets it and the `context` of the call, and returns the new one. It may be
 called several times for one update, and neither throws nor uses the table.
 */
typedef uint64_t (*pal_tt_change)(uint64_t record, void *context);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Looks for tables in a list of folders, written as the variable `PATH` is. A folder that cannot
 be read is a warning. Returns null after an error.
 */
struct pal_syzygy_owned *pal_syzygy_open(Text folders, struct pal_error *error);

/*
 Gives the tables back; null has no effect.
 */
void pal_syzygy_free(struct pal_syzygy_owned *tables);

/*
 Returns the number of pieces of the largest table, 0 without one.
 */
uint32_t pal_syzygy_max_pieces(const struct pal_syzygy_owned *tables);

/*
 Writes the warnings since the last call, a line each, cut to `size` bytes with the zero at the
 end, and returns the length of the whole text without it.

 # Safety
 `buffer` is null or points to `size` bytes, which no other thread uses.
 */
size_t pal_syzygy_warnings(const struct pal_syzygy_owned *tables, char *buffer, size_t size);

/*
 Writes the result of a position, and its distance to zeroing if `distance` is not 0. May race.
 */
pal_status pal_syzygy_probe(const struct pal_syzygy_owned *tables,
                            const struct pal_syzygy_position *position,
                            uint8_t distance,
                            struct pal_syzygy_result *result,
                            struct pal_error *error);

/*
 Does what `pal_syzygy_probe` does for a position in Forsyth-Edwards notation.
 */
pal_status pal_syzygy_probe_fen(const struct pal_syzygy_owned *tables,
                                Text fen,
                                uint8_t distance,
                                struct pal_syzygy_result *result,
                                struct pal_error *error);

/*
 Returns a text for a number, which may be any; it lives as long as the library is loaded.

 Any number of threads may call it.
 */
const char *pal_status_text(int32_t status);

/*
 Creates a schema of `count` groups, whose features are numbered one after the other; there are
 1 to 4,095. Returns null after an error.

 # Safety
 `groups` points to `count` groups.
 */
struct pal_schema_owned *pal_schema_create(const struct pal_key_group *groups,
                                           size_t count,
                                           struct pal_error *error);

/*
 Gives a schema back; null has no effect.
 */
void pal_schema_free(struct pal_schema_owned *schema);

/*
 Returns the number of features of all groups.
 */
size_t pal_schema_features(const struct pal_schema_owned *schema);

/*
 Returns the number of a feature, the one called `index` within a group, or `SIZE_MAX` if there
 is none.
 */
size_t pal_schema_feature(const struct pal_schema_owned *schema, Text group, size_t index);

/*
 Writes the keys of all features, `count` of them: those of a seed are the same on each machine
 and in each version. The key of a position is the XOR of those of its features.

 # Safety
 `keys` points to memory for `count` numbers, which no other thread uses.
 */
pal_status pal_schema_keys(const struct pal_schema_owned *schema,
                           uint64_t seed,
                           uint64_t *keys,
                           size_t count,
                           struct pal_error *error);

/*
 Returns the distance d of the keys: any d - 1 features are independent, so positions that differ
 in 1 to d - 1 features have different keys.
 */
uint32_t pal_schema_distance(const struct pal_schema_owned *schema);

/*
 Returns how many plies are safe that change at most `changes` features each, the side to move
 not counted: two different positions never share a key if their paths from a common ancestor
 have at most so many plies together. 0 if `changes` is 0.
 */
uint32_t pal_schema_safe_plies(const struct pal_schema_owned *schema, uint32_t changes);

/*
 Writes the certificate in words, cut to `size` bytes with the zero at its end, and returns the
 length of the whole text without it.

 # Safety
 `buffer` is null or points to `size` bytes, which no other thread uses.
 */
size_t pal_schema_text(const struct pal_schema_owned *schema, char *buffer, size_t size);

/*
 Returns a number for a table of keys, as the schema of files and shared tables: another table
 has another one.

 # Safety
 `keys` points to `count` keys.
 */
uint64_t pal_keys_fingerprint(const uint64_t *keys, size_t count);

/*
 Mixes a word of 64 bits by a bijection, so that it can be a key.
 */
uint64_t pal_mix(uint64_t word);

/*
 Writes the features of two sets of pawns, which are disjoint and leave the first and the eighth
 rank free.
 */
void pal_pawn_structure(uint64_t white, uint64_t black, struct pal_pawn_structure_t *structure);

/*
 Returns a key of two sets of pawns, for engines that keep no pawn key.
 */
uint64_t pal_pawn_key(uint64_t white, uint64_t black);

/*
 Creates a table of `entries` payloads, each of eight words. Returns null after an error.
 */
struct pal_pawns_owned *pal_pawns_create(size_t entries, struct pal_error *error);

/*
 Gives a table back; null has no effect.
 */
void pal_pawns_free(struct pal_pawns_owned *table);

/*
 Returns the payload of the two sets of pawns, which `fill` makes if the table lacks it. `key` is
 any hash of them that is mixed in all bits: it chooses the slot. The payload is good until the
 next call with the table. Null if an argument is null.
 */
const uint64_t *pal_pawns_get(struct pal_pawns_owned *table,
                              uint64_t white,
                              uint64_t black,
                              uint64_t key,
                              pal_pawns_fill fill,
                              void *context);

/*
 Forgets every structure.
 */
void pal_pawns_clear(struct pal_pawns_owned *table);

/*
 Creates a shared table of `entries` payloads, each of eight words. Returns null after an error.
 */
struct pal_pawns_shared_owned *pal_pawns_shared_create(size_t entries, struct pal_error *error);

/*
 Gives a shared table back, which no thread uses any more; null has no effect.
 */
void pal_pawns_shared_free(struct pal_pawns_shared_owned *table);

/*
 Copies the payload of the two sets of pawns, and returns whether the table has it. Any thread
 may call it at any time.
 */
bool pal_pawns_shared_probe(const struct pal_pawns_shared_owned *table,
                            uint64_t white,
                            uint64_t black,
                            uint64_t key,
                            struct pal_pawns_payload *payload);

/*
 Puts the payload of the two sets of pawns into its slot, whatever was there. Any thread may call
 it at any time.
 */
void pal_pawns_shared_store(const struct pal_pawns_shared_owned *table,
                            uint64_t white,
                            uint64_t black,
                            uint64_t key,
                            const struct pal_pawns_payload *payload);

/*
 Forgets every structure; no other thread uses the table meanwhile.
 */
void pal_pawns_shared_clear(struct pal_pawns_shared_owned *table);

/*
 Creates an empty table in at most `bytes` bytes, any number of at least 64. All the memory is
 touched, by as many threads as the machine runs at once. `record` describes records of the
 caller's own; without it, null, records are entries. Returns null after an error.
 */
struct pal_tt_owned *pal_tt_create(size_t bytes,
                                   const struct pal_tt_record *record,
                                   struct pal_error *error);

/*
 Attaches to the table that processes share by the file at `path`, best below `/dev/shm`, or
 creates one of at most `bytes` bytes. With 0 bytes it must exist, and may have any size.
 `schema` is a number for the way in which keys are made; one of another schema, size or kind of
 record is refused. Processes may do what threads may. Returns null after an error.

 `pal_tt_free` detaches. The file stays until `pal_tt_remove`.
 */
struct pal_tt_owned *pal_tt_attach(Text path,
                                   size_t bytes,
                                   uint64_t schema,
                                   const struct pal_tt_record *record,
                                   struct pal_error *error);

/*
 Removes the file of a shared table to which nobody is attached.
 */
pal_status pal_tt_remove(Text path, struct pal_error *error);

/*
 Gives a table back, or detaches from a shared one; null has no effect. No thread may use it.
 */
void pal_tt_free(struct pal_tt_owned *table);

/*
 Returns the record of `key`, its generation bits 0, or 0. A hit makes it one of the current
 generation. `pal_tt_find` does the same inline. May race.
 */
uint64_t pal_tt_probe(const struct pal_tt_owned *table, uint64_t key);

/*
 Offers a record of `key`; the policy may refuse it. An entry without a move keeps the move of an
 older entry of the key. May race.
 */
void pal_tt_store(const struct pal_tt_owned *table, uint64_t key, uint64_t record);

/*
 Changes the record of `key` and returns the new one, or 0 if there is none. Threads that change
 one record lose no change. A record that another thread is writing at this moment is not found:
 who knows of it tries again. May race.
 */
uint64_t pal_tt_update(const struct pal_tt_owned *table,
                       uint64_t key,
                       pal_tt_change change,
                       void *context);

/*
 Brings the bucket of `key` nearer. `pal_tt_fetch` does the same inline. May race.
 */
void pal_tt_prefetch(const struct pal_tt_owned *table, uint64_t key);

/*
 Returns how full the table is with records of the current generation, per mille, from a sample
 of a thousand slots. May race.
 */
uint32_t pal_tt_hashfull(const struct pal_tt_owned *table);

/*
 Begins a new generation: to be called once before each search of the game. May race. Of the
 processes on a shared table one calls it; it is an error if the file was cut short, and then
 the table may only be freed.
 */
pal_status pal_tt_advance_generation(const struct pal_tt_owned *table, struct pal_error *error);

/*
 Writes to `attached`, if it is not null, how many are attached to the table: 1 if it is not
 shared. It is an error if a shared table's file was cut short, removed or replaced: to be called
 between searches. May race.
 */
pal_status pal_tt_check(const struct pal_tt_owned *table,
                        uint32_t *attached,
                        struct pal_error *error);

/*
 Gives the table another size and keeps the records that fit. A shared table must have nobody
 else attached. After an error the table is as it was. May not race.
 */
pal_status pal_tt_resize(struct pal_tt_owned *table, size_t bytes, struct pal_error *error);

/*
 Empties the table with up to `threads` threads; the generation begins at 0 again. A shared table
 must have nobody else attached. May not race.
 */
pal_status pal_tt_clear(struct pal_tt_owned *table, size_t threads, struct pal_error *error);

/*
 Saves every record to the file at `path`, which is replaced as a whole if it is a saved table
 and is left alone if it is anything else. `schema` is a number for the way in which keys are
 made; for a shared table that with which it was attached. To save or load a shared table nobody
 else may be attached. May not race.
 */
pal_status pal_tt_save(struct pal_tt_owned *table,
                       Text path,
                       uint64_t schema,
                       struct pal_error *error);

/*
 Empties the table and fills it from a saved one of any size. One of another schema or another
 kind of record is refused, and the table is then as it was. May not race.
 */
pal_status pal_tt_load(struct pal_tt_owned *table,
                       Text path,
                       uint64_t schema,
                       struct pal_error *error);

/*
 Adds the records of a saved table; of two records of a key that of greater priority stays. Else
 as `pal_tt_load`. May not race.
 */
pal_status pal_tt_merge(struct pal_tt_owned *table,
                        Text path,
                        uint64_t schema,
                        struct pal_error *error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus


/* Entries: the record of a game-tree search in one word.
 *
 *   bits 0 to 15 the move, 16 to 31 the score, 32 to 47 the static evaluation (two's complement),
 *   48 to 55 the draft plus 9, 56 and 57 the bound, 58 whether on a principal variation */

/* The kind of proof that a search has of a score: one bit says "at most", the other "at least". */
typedef enum pal_bound {
  PAL_BOUND_NONE = 0,
  PAL_BOUND_UPPER = 1,
  PAL_BOUND_LOWER = 2,
  PAL_BOUND_EXACT = 3
} pal_bound;

/* The drafts that an entry holds; one beyond is stored as the nearer end. */
#define PAL_DRAFT_MIN (-8)
#define PAL_DRAFT_MAX 246

/* Returns a packed entry. The move is in the game's own 16 bits, 0 is none; a score that counts plies
 * from the root is made to count from the node before. */
static inline uint64_t pal_entry(uint16_t move, int16_t score, int16_t eval, int draft, pal_bound bound,
                                 int pv) {
  int kept = draft < PAL_DRAFT_MIN ? PAL_DRAFT_MIN : draft > PAL_DRAFT_MAX ? PAL_DRAFT_MAX : draft;
  return (uint64_t)move | (uint64_t)(uint16_t)score << 16 | (uint64_t)(uint16_t)eval << 32 |
         (uint64_t)(kept + 9) << 48 | (uint64_t)bound << 56 | (uint64_t)(pv != 0) << 58;
}

static inline uint16_t pal_entry_move(uint64_t entry) { return (uint16_t)entry; }
static inline int16_t pal_entry_score(uint64_t entry) { return (int16_t)(uint16_t)(entry >> 16); }
static inline int16_t pal_entry_eval(uint64_t entry) { return (int16_t)(uint16_t)(entry >> 32); }
static inline int pal_entry_draft(uint64_t entry) { return (int)(entry >> 48 & 255) - 9; }
static inline pal_bound pal_entry_bound(uint64_t entry) { return (pal_bound)(entry >> 56 & 3); }
static inline int pal_entry_pv(uint64_t entry) { return (int)(entry >> 58 & 1); }

/* Returns a field of a record of the caller's own, and the record with another value there, which is
 * cut to the field's width. */
static inline uint64_t pal_field_get(const pal_tt_field *field, uint64_t record) {
  return record >> field->shift & (((uint64_t)1 << field->width) - 1);
}
static inline uint64_t pal_field_set(const pal_tt_field *field, uint64_t record, uint64_t value) {
  uint64_t mask = (((uint64_t)1 << field->width) - 1) << field->shift;
  return (record & ~mask) | (value << field->shift & mask);
}

/* Does what pal_tt_prefetch does, inline where the compiler can, for a table that is not null. */
static inline void pal_tt_fetch(const pal_tt_owned *table, uint64_t key);

/* Does what pal_tt_probe does, inline where the compiler can, for a table that is not null. */
static inline uint64_t pal_tt_find(const pal_tt_owned *table, uint64_t key);

#if defined(__GNUC__) && defined(__SIZEOF_INT128__) && UINTPTR_MAX == UINT64_MAX
#if defined(__AVX2__) || defined(__AVX512F__)
#include <immintrin.h>
#endif
__extension__ typedef unsigned __int128 pal_wide;

static inline const uint64_t *pal_tt_bucket(const pal_tt_owned *table, uint64_t key) {
  return table->words + 8 * (uint64_t)((pal_wide)key * table->buckets >> 64);
}

static inline void pal_tt_fetch(const pal_tt_owned *table, uint64_t key) {
  __builtin_prefetch(pal_tt_bucket(table, key));
}

/* Returns the record of a bucket's first slot that holds this key, 0 without one. Other threads write
 * meanwhile: each word is read whole, and a slot torn between two stores has the key of neither. The
 * vector loads are in assembly because the compiler's own are not atomic for each word. */
#if defined(__AVX512F__)
static inline uint64_t pal_tt_record_of(const uint64_t *words, uint64_t key) {
  __m512i line;
  __asm__("vmovdqa64 %1, %0" : "=v"(line) : "m"(*(const __m512i *)words));
  __m512i keys = _mm512_xor_si512(line, _mm512_maskz_shuffle_epi32(0xffff, line, _MM_PERM_BADC));
  __mmask8 same = _mm512_cmpeq_epi64_mask(keys, _mm512_set1_epi64((long long)key)) & 0xaa;
  return (uint64_t)_mm512_maskz_compress_epi64(same, line)[0];
}
#elif defined(__AVX2__)
static inline uint64_t pal_tt_record_of(const uint64_t *words, uint64_t key) {
  const __m256i *half = (const __m256i *)words;
  __m256i low, high, wanted = _mm256_set1_epi64x((long long)key);
  __asm__("vmovdqa %1, %0" : "=x"(low) : "m"(half[0]));
  __asm__("vmovdqa %1, %0" : "=x"(high) : "m"(half[1]));
  /* The records of the slots 0, 2, 1, 3, and which of them belong to the key. */
  __m256i records = _mm256_unpackhi_epi64(low, high);
  __m256i keys = _mm256_xor_si256(_mm256_unpacklo_epi64(low, high), records);
  __m256i found = _mm256_and_si256(records, _mm256_cmpeq_epi64(keys, wanted));
  __m128i first = _mm256_castsi256_si128(found), second = _mm256_extracti128_si256(found, 1);
  uint64_t slots[4] = {(uint64_t)_mm_cvtsi128_si64(first), (uint64_t)_mm_cvtsi128_si64(second),
                       (uint64_t)_mm_extract_epi64(first, 1), (uint64_t)_mm_extract_epi64(second, 1)};
  return slots[0] ? slots[0] : slots[1] ? slots[1] : slots[2] ? slots[2] : slots[3];
}
#else
static inline uint64_t pal_tt_record_of(const uint64_t *words, uint64_t key) {
  uint64_t found = 0;
  for (int slot = 3; slot >= 0; slot--) {
    uint64_t record = __atomic_load_n(words + 2 * slot + 1, __ATOMIC_RELAXED);
    uint64_t masked = __atomic_load_n(words + 2 * slot, __ATOMIC_RELAXED);
    found = (masked ^ record) == key ? record : found;
  }
  return found;
}
#endif

static inline uint64_t pal_tt_find(const pal_tt_owned *table, uint64_t key) {
  uint64_t found = pal_tt_record_of(pal_tt_bucket(table, key), key);
  uint64_t now = __atomic_load_n(table->generation, __ATOMIC_RELAXED) << 59;
  /* A record of an older generation becomes one of this: rare, and the library's work. */
  if (__builtin_expect(found != 0 && (found ^ now) >> 59 != 0, 0))
    return pal_tt_probe(table, key);
  return found & (((uint64_t)1 << 59) - 1);
}
#else
static inline void pal_tt_fetch(const pal_tt_owned *table, uint64_t key) { pal_tt_prefetch(table, key); }
static inline uint64_t pal_tt_find(const pal_tt_owned *table, uint64_t key) {
  return pal_tt_probe(table, key);
}
#endif
