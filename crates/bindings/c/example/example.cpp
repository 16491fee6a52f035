// A table of 16 MiB, one record, and a hit.
#include <cstdio>

#include "palimpsest.hpp"

int main() {
  const palimpsest::Table table(16 << 20);
  table.store(pal_mix(1), palimpsest::Entry{77, 42, 0, 5, PAL_BOUND_LOWER, false});
  const auto found = table.probe(pal_mix(1));
  std::printf("move %d, draft %d\n", found ? found->move : 0, found ? found->draft : 0);
  return found ? 0 : 1;
}
