mkfifo gate
: >alive
(i=0; while [ $i -lt PROCESSES ]; do
  (echo >>alive; read -r line <gate) </dev/null >/dev/null 2>&1 &
  i=$((i+1))
done)
n=0; while read -r line; do n=$((n+1)); done <alive
echo count=$n
