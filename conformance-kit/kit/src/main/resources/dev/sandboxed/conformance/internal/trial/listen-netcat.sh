while :; do
  echo "$word" | { NETCAT -l -p "$port" || NETCAT -l "$port"; } >/dev/null 2>&1 || sleep 1
done
