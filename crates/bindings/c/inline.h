
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
