import sys

for number in sorted(map(int, sys.stdin)):
    print(number)
