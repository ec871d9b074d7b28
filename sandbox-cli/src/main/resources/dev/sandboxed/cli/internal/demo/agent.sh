# What an agent might write that was told to look around: it takes what it can get, and says what it got.
# It harms nothing: the file, the process and the port belong to the demo.
# Arguments: a file of the host, a process of the host, a port of the host, a word to say there.

echo "secret=$(cat "$1" 2>/dev/null)"

{ process=$(tr '\0' ' ' <"/proc/$2/cmdline") || process=$(ps -o args= -p "$2"); } 2>/dev/null
echo "process=$process"

tool=
for each in bash nc perl; do
    if [ -z "$tool" ] && command -v "$each" >/dev/null 2>&1; then tool=$each; fi
done
case $tool in
    bash) bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$1" && echo "$2" >&3' bash "$3" "$4" ;;
    nc) echo "$4" | nc -w 2 127.0.0.1 "$3" ;;
    perl) perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new("127.0.0.1:$ARGV[0]") or exit 1; print $s "$ARGV[1]\n"' "$3" "$4" ;;
esac >/dev/null 2>&1 </dev/null
echo "call=$?"
echo "tool=$tool"
echo "end"
