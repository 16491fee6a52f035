#!/bin/sh
# Starts the build of the engine that suits this processor: the first of these that does not refuse it.
folder=$(dirname -- "$(readlink -f -- "$0")")
case $(uname -m) in
    aarch64 | arm64) levels=aarch64 ;;
    *) levels='x86-64-v4 x86-64-v3 x86-64-v2' ;;
esac
for level in $levels; do
    engine=$folder/palimpsest-$level
    if [ -x "$engine" ] && "$engine" --version >/dev/null 2>&1; then
        exec "$engine" "$@"
    fi
done
echo "palimpsest: no build in $folder runs on this processor: build from source" >&2
exit 1
