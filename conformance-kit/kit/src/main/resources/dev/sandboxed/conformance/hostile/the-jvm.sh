jvm=/proc/$HOSTILE_JVM
if [ -e "$jvm/stat" ] && is_process "$HOSTILE_JVM" "$HOSTILE_JVM_START"; then
  got "sees the JVM as $jvm"
  for entry in cmdline environ maps; do
    [ "$(head -c 1 "$jvm/$entry" | wc -c)" -gt 0 ] && got "reads $jvm/$entry of the JVM"
  done
  for entry in fd root cwd; do
    [ -n "$(ls "$jvm/$entry/")" ] && got "lists $jvm/$entry of the JVM"
  done
  (exec 3<"$jvm/mem") && got "opens $jvm/mem of the JVM"
fi
