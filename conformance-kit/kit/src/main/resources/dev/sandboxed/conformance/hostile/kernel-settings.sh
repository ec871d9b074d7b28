# Opened for writing, and nothing is written.
for setting in kernel/core_pattern kernel/hostname vm/overcommit_memory; do
  (exec 3>>"/proc/sys/$setting") && got "may write the setting $setting of the kernel"
done
(exec 3>>/proc/sysrq-trigger) && got "may write to the trigger that restarts the machine"
for group in /sys/fs/cgroup/pids.max /sys/fs/cgroup/pids/pids.max; do
  [ -e "$group" ] && (exec 3>>"$group") && got "may write its own limit $group"
done
