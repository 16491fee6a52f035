/* A program in C over all that the header declares. It prints one line; a claim that fails ends it.
 *
 *   client FOLDER    in which it makes files, and finds those of Syzygy tables under syzygy/ */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "palimpsest.h"

#define MIB ((size_t)1 << 20)
#define SCHEMA 42

static unsigned claims;

#define CLAIM(claim)                                                                \
  do {                                                                              \
    claims++;                                                                       \
    if (!(claim)) {                                                                 \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #claim);           \
      exit(1);                                                                      \
    }                                                                               \
  } while (0)

static uint64_t key_of(uint64_t n) { return pal_mix(n + 1); }

static uint64_t numbered(uint64_t n) {
  return pal_entry((uint16_t)n, (int16_t)(n >> 16), 50, 9, PAL_BOUND_EXACT, 1);
}

static const char *in_folder(const char *folder, const char *name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void entries(void) {
  uint64_t entry = pal_entry(0xa1b2, -31000, 17, 33, PAL_BOUND_LOWER, 1);
  CLAIM(pal_entry_move(entry) == 0xa1b2 && pal_entry_score(entry) == -31000);
  CLAIM(pal_entry_eval(entry) == 17 && pal_entry_draft(entry) == 33);
  CLAIM(pal_entry_bound(entry) == PAL_BOUND_LOWER && pal_entry_pv(entry) == 1);
  CLAIM(pal_entry_draft(pal_entry(0, 0, 0, -99, PAL_BOUND_NONE, 0)) == PAL_DRAFT_MIN);
  CLAIM(pal_entry_draft(pal_entry(0, 0, 0, 999, PAL_BOUND_NONE, 0)) == PAL_DRAFT_MAX);
  /* The example of FORMATS.md. */
  CLAIM(pal_entry(0x1234, -2, 3, 7, PAL_BOUND_LOWER, 0) == 0x02100003fffe1234);
}

static uint64_t deeper(uint64_t entry, void *calls) {
  ++*(int *)calls;
  return pal_entry(pal_entry_move(entry), 0, 0, pal_entry_draft(entry) + 1, PAL_BOUND_NONE, 0);
}

static void table(const char *folder) {
  pal_error error;
  CLAIM(!pal_tt_create(10, NULL, &error) && error.status == PAL_STATUS_MEMORY);
  CLAIM(!strcmp(error.text, "a table of 10 bytes is smaller than one bucket of 64 bytes"));
  CLAIM(!strcmp(pal_status_text(error.status), "not enough memory"));
  CLAIM(!pal_tt_create(10, NULL, NULL));

  pal_tt_owned *table = pal_tt_create(MIB, NULL, &error);
  CLAIM(table && error.status == PAL_STATUS_OK && error.text[0] == 0);
  uint64_t entry = pal_entry(77, 100, 50, 9, PAL_BOUND_EXACT, 1), key = key_of(0);
  CLAIM(pal_tt_probe(table, key) == 0 && pal_tt_find(table, key) == 0);
  pal_tt_prefetch(table, key);
  pal_tt_fetch(table, key);
  pal_tt_store(table, key, entry);
  CLAIM(pal_tt_probe(table, key) == entry && pal_tt_find(table, key) == entry);
  CLAIM(pal_tt_find(table, key_of(1)) == 0);

  /* An old record is found all the same, and becomes a new one. */
  CLAIM(pal_tt_advance_generation(table, &error) == PAL_STATUS_OK);
  CLAIM(pal_tt_hashfull(table) == 0);
  for (uint64_t n = 0; n < MIB / 16; n++) pal_tt_store(table, key_of(n), numbered(n));
  CLAIM(pal_tt_hashfull(table) > 700);
  CLAIM(pal_tt_advance_generation(table, NULL) == PAL_STATUS_OK && pal_tt_hashfull(table) == 0);
  unsigned found = 0, called = 0;
  for (uint64_t n = 0; n < MIB / 16; n++) {
    uint64_t inlined = pal_tt_find(table, key_of(n));
    CLAIM(inlined == pal_tt_probe(table, key_of(n)));
    CLAIM(inlined == 0 || inlined == numbered(n));
    found += inlined != 0;
    called++;
  }
  CLAIM(found > called / 2 && pal_tt_hashfull(table) > 700);

  /* A store without a move keeps the one that was there. */
  pal_tt_store(table, key, pal_entry(77, 0, 0, 9, PAL_BOUND_LOWER, 0));
  pal_tt_store(table, key, pal_entry(0, 0, 0, 12, PAL_BOUND_UPPER, 0));
  CLAIM(pal_entry_move(pal_tt_find(table, key)) == 77);
  int calls = 0;
  CLAIM(pal_entry_draft(pal_tt_update(table, key, deeper, &calls)) == 13 && calls == 1);
  CLAIM(pal_tt_update(table, key_of(1 << 30), deeper, &calls) == 0 && calls == 1);

  CLAIM(pal_tt_resize(table, 3 * MIB, &error) == PAL_STATUS_OK && table->buckets == 3 * MIB / 64);
  CLAIM(pal_entry_draft(pal_tt_find(table, key)) == 13);
  CLAIM(pal_tt_resize(table, SIZE_MAX, &error) == PAL_STATUS_MEMORY);
  CLAIM(strstr(error.text, "exceeds the address space"));
  CLAIM(pal_entry_draft(pal_tt_find(table, key)) == 13);

  const char *path = in_folder(folder, "saved");
  CLAIM(pal_tt_save(table, path, SCHEMA, &error) == PAL_STATUS_OK);
  CLAIM(pal_tt_clear(table, 2, &error) == PAL_STATUS_OK && pal_tt_find(table, key) == 0);
  CLAIM(pal_tt_load(table, path, SCHEMA + 1, &error) == PAL_STATUS_FILE);
  CLAIM(strstr(error.text, "the file's keys are of the schema"));
  CLAIM(pal_tt_load(table, path, SCHEMA, &error) == PAL_STATUS_OK);
  CLAIM(pal_entry_draft(pal_tt_find(table, key)) == 13);
  pal_tt_owned *other = pal_tt_create(MIB, NULL, NULL);
  pal_tt_store(other, key, pal_entry(5, 0, 0, 40, PAL_BOUND_LOWER, 0));
  CLAIM(pal_tt_merge(other, path, SCHEMA, &error) == PAL_STATUS_OK);
  CLAIM(pal_entry_draft(pal_tt_find(other, key)) == 40 && pal_tt_hashfull(other) > 0);
  CLAIM(pal_tt_save(other, folder, SCHEMA, &error) == PAL_STATUS_FILE);
  CLAIM(!strcmp(error.text, "the path is a directory, not a file"));
  CLAIM(pal_tt_load(other, "\xff", SCHEMA, &error) == PAL_STATUS_NULL);
  uint32_t attached = 0;
  CLAIM(pal_tt_check(other, &attached, &error) == PAL_STATUS_OK && attached == 1);
  pal_tt_free(other);
  pal_tt_free(table);
}

static void nothing_at_null(void) {
  pal_error error;
  CLAIM(pal_tt_probe(NULL, 1) == 0 && pal_tt_hashfull(NULL) == 0);
  pal_tt_store(NULL, 1, 1);
  pal_tt_prefetch(NULL, 1);
  pal_tt_free(NULL);
  CLAIM(pal_tt_resize(NULL, MIB, &error) == PAL_STATUS_NULL && strstr(error.text, "a table"));
  CLAIM(pal_tt_clear(NULL, 1, NULL) == PAL_STATUS_NULL);
  CLAIM(pal_tt_remove(NULL, NULL) == PAL_STATUS_NULL);
  CLAIM(!pal_tt_attach(NULL, MIB, 0, NULL, &error) && error.status == PAL_STATUS_NULL);
  CLAIM(!pal_syzygy_open(NULL, &error) && error.status == PAL_STATUS_NULL);
  CLAIM(pal_pawns_get(NULL, 0, 0, 0, NULL, NULL) == NULL);
  CLAIM(!strcmp(pal_status_text(99), "no number of an error"));
}

/* Records of our own: a count of visits, and a value. */
static const pal_tt_field VISITS = {"visits", 35, 24}, VALUE = {"value", 0, 16};

static uint64_t one_more(uint64_t record, void *context) {
  (void)context;
  return pal_field_set(&VISITS, record, pal_field_get(&VISITS, record) + 1);
}

static void *visit(void *table) {
  for (int n = 0; n < 10000; n++)
    while (pal_tt_update(table, key_of(0), one_more, NULL) == 0) {
    }
  return NULL;
}

static void records(const char *folder) {
  pal_error error;
  pal_tt_field fields[] = {VISITS, VALUE};
  pal_tt_record record = {PAL_TT_UNIT_COUNT, fields, 2};
  pal_tt_owned *table = pal_tt_create(MIB, &record, &error);
  CLAIM(table);
  pal_tt_store(table, key_of(0), pal_field_set(&VALUE, 0, 12345));
  pthread_t threads[2];
  for (int n = 0; n < 2; n++) CLAIM(pthread_create(&threads[n], NULL, visit, table) == 0);
  for (int n = 0; n < 2; n++) CLAIM(pthread_join(threads[n], NULL) == 0);
  uint64_t found = pal_tt_find(table, key_of(0));
  CLAIM(pal_field_get(&VISITS, found) == 20000 && pal_field_get(&VALUE, found) == 12345);

  /* Another description is refused as a file: another name, place or unit. */
  const char *path = in_folder(folder, "visits");
  CLAIM(pal_tt_save(table, path, SCHEMA, &error) == PAL_STATUS_OK);
  pal_tt_free(table);
  pal_tt_owned *entries = pal_tt_create(MIB, NULL, NULL);
  CLAIM(pal_tt_load(entries, path, SCHEMA, &error) == PAL_STATUS_FILE);
  pal_tt_free(entries);
  fields[1].name = "prior";
  table = pal_tt_create(MIB, &record, &error);
  CLAIM(pal_tt_load(table, path, SCHEMA, &error) == PAL_STATUS_FILE);
  pal_tt_free(table);
  fields[1] = VALUE;
  table = pal_tt_create(MIB, &record, &error);
  CLAIM(pal_tt_load(table, path, SCHEMA, &error) == PAL_STATUS_OK);
  CLAIM(pal_tt_find(table, key_of(0)) == found);
  pal_tt_free(table);

  fields[1].shift = 30;
  CLAIM(!pal_tt_create(MIB, &record, &error) && error.status == PAL_STATUS_ARGUMENT);
  CLAIM(!strcmp(error.text, "expected bits of its own for `value`, found a clash"));
  fields[1] = VALUE;
  fields[0].shift = 34;
  CLAIM(!pal_tt_create(MIB, &record, &error) && strstr(error.text, "ends at bit 58"));
  record.unit = 7;
  CLAIM(!pal_tt_create(MIB, &record, &error) && strstr(error.text, "found 7"));
  record.count = 0;
  CLAIM(!pal_tt_create(MIB, &record, &error) && error.status == PAL_STATUS_ARGUMENT);
}

/* A child stores what the parent finds, and the other way round. */
static void processes(const char *folder) {
  pal_error error;
  const char *path = in_folder(folder, "shared");
  CLAIM(!pal_tt_attach(path, 0, SCHEMA, NULL, &error) && error.status == PAL_STATUS_SHARED);
  static pal_tt_owned *table; /* of the child, too, which does not free it */
  table = pal_tt_attach(path, MIB, SCHEMA, NULL, &error);
  CLAIM(table);
  CLAIM(!pal_tt_attach(path, 0, SCHEMA + 1, NULL, &error) && strstr(error.text, "schema"));
  uint64_t entry = pal_entry(5, 1, 1, 20, PAL_BOUND_LOWER, 0);
  pal_tt_store(table, key_of(1), entry);
  fflush(NULL);
  pid_t child = fork();
  CLAIM(child >= 0);
  if (child == 0) {
    pal_tt_owned *second = pal_tt_attach(path, 0, SCHEMA, NULL, &error);
    uint32_t attached = 0;
    CLAIM(second && pal_tt_check(second, &attached, &error) == PAL_STATUS_OK && attached == 2);
    CLAIM(pal_tt_find(second, key_of(1)) == entry);
    CLAIM(pal_tt_clear(second, 1, &error) == PAL_STATUS_SHARED);
    const char *file = in_folder(folder, "shared.saved");
    CLAIM(pal_tt_save(second, file, SCHEMA, &error) == PAL_STATUS_FILE);
    CLAIM(strstr(error.text, "1 other is attached"));
    pal_tt_store(second, key_of(2), entry);
    pal_tt_free(second);
    _exit(0);
  }
  int status = -1;
  CLAIM(waitpid(child, &status, 0) == child && status == 0);
  CLAIM(pal_tt_find(table, key_of(2)) == entry);

  /* Alone, it is saved, emptied, filled from the file, and takes records of another file. */
  const char *file = in_folder(folder, "shared.saved");
  CLAIM(pal_tt_save(table, file, SCHEMA + 1, &error) == PAL_STATUS_ARGUMENT);
  CLAIM(pal_tt_save(table, file, SCHEMA, &error) == PAL_STATUS_OK);
  CLAIM(pal_tt_clear(table, 1, &error) == PAL_STATUS_OK && pal_tt_find(table, key_of(2)) == 0);
  CLAIM(pal_tt_load(table, file, SCHEMA, &error) == PAL_STATUS_OK);
  CLAIM(pal_tt_find(table, key_of(2)) == entry);
  pal_tt_owned *own = pal_tt_create(MIB, NULL, NULL);
  pal_tt_store(own, key_of(3), entry);
  CLAIM(pal_tt_save(own, file, SCHEMA, &error) == PAL_STATUS_OK);
  pal_tt_free(own);
  CLAIM(pal_tt_merge(table, file, SCHEMA, &error) == PAL_STATUS_OK);
  CLAIM(pal_tt_find(table, key_of(2)) == entry && pal_tt_find(table, key_of(3)) == entry);

  path = in_folder(folder, "shared");
  CLAIM(pal_tt_remove(path, &error) == PAL_STATUS_SHARED && strstr(error.text, path));
  pal_tt_free(table);
  CLAIM(pal_tt_remove(path, &error) == PAL_STATUS_OK);
}

static void keys(void) {
  pal_error error;
  pal_key_group groups[] = {{"stone", 18, 0}, {"side to move", 1, 1}};
  pal_schema_owned *schema = pal_schema_create(groups, 2, &error);
  CLAIM(schema && pal_schema_features(schema) == 19);
  CLAIM(pal_schema_feature(schema, "stone", 13) == 13);
  CLAIM(pal_schema_feature(schema, "side to move", 0) == 18);
  CLAIM(pal_schema_feature(schema, "stone", 18) == SIZE_MAX);
  uint64_t keys[19];
  CLAIM(pal_schema_keys(schema, 7, keys, 19, &error) == PAL_STATUS_OK);
  CLAIM(pal_schema_keys(schema, 7, keys, 18, &error) == PAL_STATUS_ARGUMENT);
  uint64_t first = pal_keys_fingerprint(keys, 19);
  CLAIM(pal_schema_keys(schema, 8, keys, 19, &error) == PAL_STATUS_OK);
  CLAIM(pal_keys_fingerprint(keys, 19) != first);
  CLAIM(pal_schema_distance(schema) == 22);
  CLAIM(pal_schema_safe_plies(schema, 1) == 20 && pal_schema_safe_plies(schema, 0) == 0);
  char text[64];
  size_t length = pal_schema_text(schema, text, sizeof text);
  CLAIM(length > sizeof text && !strncmp(text, "19 features\n     0  stone (18)\n", 31));
  pal_schema_free(schema);
  groups[0].features = 5000;
  CLAIM(!pal_schema_create(groups, 2, &error) && error.status == PAL_STATUS_ARGUMENT);
}

static void count(uint64_t *payload, void *calls) {
  ++*(int *)calls;
  payload[7] = 99;
}

static void pawns(void) {
  uint64_t white = 1ull << 36 | 1ull << 8, black = 1ull << 48; /* e5 a2, a7 */
  pal_pawn_structure_t structure;
  pal_pawn_structure(white, black, &structure);
  CLAIM(structure.passed[0] == 1ull << 36 && structure.passed[1] == 0);
  CLAIM(structure.shelter[0][0] == 1ull << 8 && structure.shelter[0][1] == 1ull << 36);
  CLAIM(structure.shelter[0][2] == 0 && structure.shelter[1][0] == 1ull << 48);
  CLAIM(structure.storm[0][0] == 1ull << 48 && structure.storm[1][1] == 1ull << 36);
  pal_error error;
  pal_pawns_owned *table = pal_pawns_create(1 << 10, &error);
  CLAIM(table);
  int calls = 0;
  for (int n = 0; n < 2; n++) {
    uint64_t key = pal_pawn_key(white, black);
    const uint64_t *payload = pal_pawns_get(table, white, black, key, count, &calls);
    CLAIM(payload[0] == 0 && payload[7] == 99 && calls == 1);
  }
  pal_pawns_clear(table);
  pal_pawns_get(table, white, black, 0, count, &calls);
  CLAIM(calls == 2);
  pal_pawns_free(table);
  CLAIM(!pal_pawns_create(0, &error) && error.status == PAL_STATUS_ARGUMENT);
}

static void shared_pawns(void) {
  pal_error error;
  pal_pawns_shared_owned *table = pal_pawns_shared_create(1, &error);
  CLAIM(table);
  pal_pawns_payload given = {{1, 2, 3, 4, 5, 6, 7, 8}}, found = {{0}};
  CLAIM(!pal_pawns_shared_probe(table, 1 << 8, 1 << 9, 5, &found) && found.words[0] == 0);
  pal_pawns_shared_store(table, 1 << 8, 1 << 9, 5, &given);
  CLAIM(pal_pawns_shared_probe(table, 1 << 8, 1 << 9, 5, &found));
  CLAIM(!memcmp(&given, &found, sizeof given));
  CLAIM(!pal_pawns_shared_probe(table, 1 << 8, 1 << 10, 5, &found));
  pal_pawns_shared_clear(table);
  CLAIM(!pal_pawns_shared_probe(table, 1 << 8, 1 << 9, 5, &found));
  pal_pawns_shared_free(table);
  CLAIM(!pal_pawns_shared_create(0, &error) && error.status == PAL_STATUS_ARGUMENT);
  CLAIM(!pal_pawns_shared_probe(NULL, 0, 0, 0, &found));
}

static void endgames(const char *folder) {
  pal_error error;
  pal_syzygy_owned *tables = pal_syzygy_open(in_folder(folder, "syzygy"), &error);
  CLAIM(tables && pal_syzygy_max_pieces(tables) == 3);
  pal_syzygy_result result;
  const char *fen = "8/8/8/3k4/8/8/8/K6R w - - 0 1";
  CLAIM(pal_syzygy_probe_fen(tables, fen, 1, &result, &error) == PAL_STATUS_OK);
  CLAIM(result.wdl == 2 && result.dtz == 29);
  pal_syzygy_position position = {
      {1 | 1 << 7, 1ull << 35}, {0, 0, 0, 1 << 7, 0, 1 | 1ull << 35}, 0, 0};
  result.dtz = -1;
  CLAIM(pal_syzygy_probe(tables, &position, 0, &result, &error) == PAL_STATUS_OK);
  CLAIM(result.wdl == 2 && result.dtz == 0);
  position.side_to_move = 1;
  CLAIM(pal_syzygy_probe(tables, &position, 1, &result, &error) == PAL_STATUS_OK);
  CLAIM(result.wdl == -2 && result.dtz < 0);
  position.kinds[0] = 1 << 7;
  CLAIM(pal_syzygy_probe(tables, &position, 0, &result, &error) == PAL_STATUS_ARGUMENT);
  CLAIM(!strcmp(error.text, "expected one colour and one kind on h1, found 1 and 2"));
  fen = "8/8/8/2k5/8/8/8/K6Q w - - 0 1";
  CLAIM(pal_syzygy_probe_fen(tables, fen, 0, &result, &error) == PAL_STATUS_UNKNOWN);
  CLAIM(!strcmp(error.text, "expected the table KQvK.rtbw, found no such file"));
  char text[256];
  CLAIM(pal_syzygy_warnings(tables, text, sizeof text) == 0);
  pal_syzygy_free(tables);
}

int main(int count, char **words) {
  if (count != 2) return 2;
  entries();
  nothing_at_null();
  table(words[1]);
  records(words[1]);
  processes(words[1]);
  keys();
  pawns();
  shared_pawns();
  endgames(words[1]);
  printf("%u claims hold\n", claims);
  return 0;
}
