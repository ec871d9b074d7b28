# Packs the files whose paths it reads, one in each line. A path is what it is: some programs take a backslash for more.
plainly=
tar --no-unquote --version >/dev/null 2>&1 && plainly=--no-unquote
cd / && exec tar -c -f - --no-recursion $plainly -T /dev/stdin
