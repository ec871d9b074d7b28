grep -q "@$HOSTILE_SOCKET" /proc/net/unix && got "sees the abstract socket $HOSTILE_SOCKET of the host"
if command -v perl; then
  perl -e 'socket(S, 1, 1, 0); exit !connect(S, pack("Sa*", 1, "\0$ARGV[0]"))' "$HOSTILE_SOCKET"
elif command -v python3; then
  python3 -c 'import socket, sys; socket.socket(1, 1).connect("\0" + sys.argv[1])' "$HOSTILE_SOCKET"
else
  false
fi >/dev/null && got "is connected to the abstract socket $HOSTILE_SOCKET of the host"
