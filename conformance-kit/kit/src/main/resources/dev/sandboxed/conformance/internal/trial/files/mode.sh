command -v find >/dev/null || exec ls -ld "$path"
printf %s -
for bit in 400:r 200:w 100:x 40:r 20:w 10:x 4:r 2:w 1:x; do
  found=$(find "$path" -prune -perm -${bit%:*}) || exit 1
  if [ -n "$found" ]; then printf %s ${bit#*:}; else printf %s -; fi
done
