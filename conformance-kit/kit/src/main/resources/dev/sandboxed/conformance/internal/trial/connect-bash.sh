bash -c 'exec 3<>"/dev/tcp/$1/$2" || exit 1; cat <&3' bash "$host" "$port"
