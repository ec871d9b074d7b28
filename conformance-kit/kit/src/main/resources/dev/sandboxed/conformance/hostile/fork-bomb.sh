# Four lines of processes in which each starts the next and ends: whoever looks at one has lost it already.
cat >runner <<'END'
if [ "$1" -gt 0 ]; then sh runner $(($1 - 1)) & fi
END
for _ in 1 2 3 4; do
  sh runner 100 </dev/null >/dev/null 2>&1 &
done
