is_process "$HOSTILE_PROCESS" "$HOSTILE_PROCESS_START" && kill -s TERM "$HOSTILE_PROCESS"

for process in /proc/[0-9]*; do
  process=${process#/proc/}
  [ "$process" = $$ ] || kill -s KILL "$process"
done
kill -s KILL -- -1
kill -s KILL 0
