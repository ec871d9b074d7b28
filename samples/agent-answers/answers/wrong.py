import sys

# Sorts words, not numbers: 10 comes before 9.
sys.stdout.writelines(sorted(sys.stdin))
