# Prints what the control group of the container says: nanoseconds of the processors, bytes of memory, the most of them that
# there were, processes. With the second layout of control groups first; what is not said is 0.
group=/sys/fs/cgroup
first() {
    for file; do
        { IFS= read -r figure <"$file"; } 2>/dev/null && case $figure in *[!0-9]* | '') ;; *) echo "$figure" && return ;; esac
    done
    echo 0
}
nanos=0
while read -r name figure; do
    [ "$name" = usage_usec ] && nanos=${figure}000
done 2>/dev/null <"$group/cpu.stat"
[ "$nanos" != 0 ] || nanos=$(first "$group/cpuacct/cpuacct.usage" "$group/cpu,cpuacct/cpuacct.usage")
echo "$nanos" \
    "$(first "$group/memory.current" "$group/memory/memory.usage_in_bytes")" \
    "$(first "$group/memory.peak" "$group/memory/memory.max_usage_in_bytes")" \
    "$(first "$group/pids.current" "$group/pids/pids.current")"
