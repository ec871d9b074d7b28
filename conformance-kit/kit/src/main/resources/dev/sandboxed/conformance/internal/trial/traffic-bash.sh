bash -c 'exec 3<>"/dev/tcp/$1/$2" || exit 1
if [ "$3" = send ]; then head -c "$4" /dev/zero >&3; head -c 1 <&3 | wc -c; else cat <&3 | wc -c; fi' bash "$host" "$port" "$direction" "$bytes"
