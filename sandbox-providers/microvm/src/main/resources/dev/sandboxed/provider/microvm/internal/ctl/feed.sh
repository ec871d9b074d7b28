# Prints the files $2.1.SIZE, $2.2.SIZE and so on as they come, each when it has the size in its name. An empty one is the last. Ends with
# process $1, or when nobody reads any more.
trap '' PIPE
n=1
while kill -0 "$1"; do
    set -- "$1" "$2" "$2.$n".*
    if [ ! -e "$3" ] || [ "$(wc -c <"$3")" -ne "${3##*.}" ]; then
        sleep 0.05 || sleep 1
        continue
    fi
    if [ ! -s "$3" ] || ! cat "$3"; then break; fi
    rm -f "$3"
    n=$((n + 1))
done
rm -f "$2" "$2".*
