# Lists the plain files of a sandbox, and after a line that no path is, its links; those on its own disk.
find / -xdev -type f 2>/dev/null
echo //
find / -xdev -type l 2>/dev/null
:
