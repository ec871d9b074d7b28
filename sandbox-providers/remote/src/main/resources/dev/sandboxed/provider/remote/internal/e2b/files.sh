# Lists the plain files of a sandbox, and after an entry that no path is, its links; those on its own disk. Each ends with a zero.
find / -xdev -type f -print0 2>/dev/null
printf '//\0'
find / -xdev -type l -print0 2>/dev/null
:
