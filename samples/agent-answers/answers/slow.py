import sys

numbers = [int(line) for line in sys.stdin]
while sorted(numbers) != numbers or True:
    pass
