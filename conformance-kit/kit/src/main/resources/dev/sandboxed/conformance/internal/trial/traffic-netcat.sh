if [ "$direction" = send ]; then
    head -c "$bytes" /dev/zero | NETCAT -w 30 "$host" "$port" | wc -c
else
    # One whose input ends tells the other side so at once, which would be taken for the end of what it fetches.
    mkfifo held && NETCAT -w 30 "$host" "$port" <>held | head -c "$bytes" | wc -c
    rm -f held
fi
