grep -q sandboxed-canary "/dev/shm/$HOSTILE_SHARED" && got "reads /dev/shm/$HOSTILE_SHARED of the host"
grep -q "^ *$HOSTILE_KEY " /proc/sysvipc/shm && got "sees the shared memory with the key $HOSTILE_KEY of the host"

# For those who clean up.
echo left >"/dev/shm/hostile-$HOSTILE_WORD"
command -v perl >/dev/null && perl -e '
  my $key = shift;
  shmget($key, 4096, 01600); semget($key, 1, 01600); msgget($key, 01600);' $((HOSTILE_KEY + 1))
