import os
import sys

# The right answer, and a system call that only a superuser may make.
for number in sorted(map(int, sys.stdin)):
    print(number)
sys.stdout.flush()
os.chroot("/tmp")
