# Packs $2 of directory $1 into file $3. One of less than $4 bytes is printed instead, if there is a base64.
tar -c -f "$3" -C "$1" -- "$2" || exit 1
if [ "$(wc -c <"$3")" -lt "$4" ] && command -v base64 >/dev/null; then
    base64 <"$3" && rm -f "$3"
fi
