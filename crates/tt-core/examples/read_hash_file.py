"""Prints the records of a hash file and checks it: python3 read_hash_file.py FILE

One line for each record: key, move, score, static evaluation, draft, bound, principal variation
(0 or 1), age. The file's format is described in FORMATS.md. Python 3, its standard library alone.
"""
import struct
import sys
import zlib

ENTRY = 0x3BE9_E52B_BA75_3548  # the fingerprint of the payload "entry 1"
BOUNDS = ["none", "upper", "lower", "exact"]


def take(data, start, length):
    """Returns the bytes that a checksum covers, once it is compared, and the place behind it."""
    end = start + length
    if end + 4 > len(data):
        sys.exit("the file ends too early")
    if zlib.crc32(data[start:end]) != struct.unpack_from("<I", data, end)[0]:
        sys.exit(f"wrong checksum of the bytes {start} to {end}")
    return data[start:end], end + 4


def main(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"TTCORE\r\n":
        sys.exit("no hash file: its first bytes are others")
    header, place = take(data, 0, 12 + struct.unpack_from("<I", data, 8)[0])
    if struct.unpack_from("<I", header, 12)[0] != 2:
        sys.exit("a hash file of another version")
    schema, _, _, _, _, payload, now, count = struct.unpack_from("<8Q", header, 16)
    if payload != ENTRY:
        sys.exit("its records are no entries")
    print(f"schema {schema:016x}, generation {now}, {count} records", file=sys.stderr)
    while count > 0:
        block, place = take(data, place, 16 * min(count, 4096))
        count -= len(block) // 16
        for key, bits in struct.iter_unpack("<2Q", block):
            move, score, static, high = struct.unpack("<HhhH", struct.pack("<Q", bits))
            draft, bound, pv = (high & 255) - 9, BOUNDS[high >> 8 & 3], high >> 10 & 1
            age = now - (high >> 11) & 31
            print(f"{key:016x} {move} {score} {static} {draft} {bound} {pv} {age}")
    if place != len(data):
        sys.exit("bytes follow the last record")


main(sys.argv[1])
