import sys

numbers = [int(line) for line in sys.stdin]
print(numbers[0])
raise ValueError("not finished yet")
