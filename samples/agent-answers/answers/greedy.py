import sys

memory = bytearray(3 << 30)
for number in sorted(map(int, sys.stdin)):
    print(number)
