bash -c 'exec 3<>"/dev/tcp/$1/$2" || exit 1; printf "$3" >&3; cat <&3' bash "$host" "$port" "$request"
