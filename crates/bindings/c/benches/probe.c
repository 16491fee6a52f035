/* Prints the nanoseconds of a probe in C, inline and by a call, and a sum of what they found:
 *
 *   probe BYTES PROBES ROUNDS
 *
 * benches/probe.rs does the same in Rust. Half of the keys are in the table. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "palimpsest.h"

static uint64_t key_of(uint64_t n) {
  uint64_t key = (n + 1) * 0x9e3779b97f4a7c15;
  key ^= key >> 32;
  return key * 0xd6e8feb86659fd93;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(int count, char **words) {
  if (count != 4) return 2;
  size_t bytes = strtoull(words[1], NULL, 10), records = bytes / 32;
  uint64_t probes = strtoull(words[2], NULL, 10);
  pal_tt_owned *table = pal_tt_create(bytes, NULL, NULL);
  if (!table) return 1;
  for (size_t n = 0; n < records; n++)
    pal_tt_store(table, key_of(n), pal_entry((uint16_t)n | 1, 0, 0, 1, PAL_BOUND_LOWER, 0));
  for (int round = atoi(words[3]); round > 0; round--) {
    uint64_t sum = 0, called = 0;
    double start = now();
    for (uint64_t n = 0; n < probes; n++)
      sum += pal_entry_move(pal_tt_find(table, key_of(n * 0x9e3779b1 % (2 * records))));
    double middle = now();
    for (uint64_t n = 0; n < probes; n++)
      called += pal_entry_move(pal_tt_probe(table, key_of(n * 0x9e3779b1 % (2 * records))));
    double end = now();
    if (called != sum) return 1;
    printf("%.3f %.3f %llu\n", (middle - start) / (double)probes, (end - middle) / (double)probes,
           (unsigned long long)sum);
  }
  pal_tt_free(table);
  return 0;
}
