for letter in n v t; do
  printf 'ulimit -%s=' $letter; ulimit -S -$letter 2>/dev/null || echo
done
for file in memory.max pids.max cpu.max memory/memory.limit_in_bytes pids/pids.max \
    cpu/cpu.cfs_quota_us cpu/cpu.cfs_period_us; do
  if [ -r /sys/fs/cgroup/$file ]; then
    read -r value </sys/fs/cgroup/$file && echo "$file=$value"
  fi
done
exit 0
