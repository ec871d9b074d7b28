# Counts the plain files of a sandbox, whatever they are called, and has the kernel write all of them to its disk.
sync
find / -xdev -type f -exec printf '%.0sx' {} + 2>/dev/null | wc -c
