if [ "$direction" = send ]; then head -c "$bytes" /dev/zero; fi | NETCAT -w 30 "$host" "$port" | wc -c
