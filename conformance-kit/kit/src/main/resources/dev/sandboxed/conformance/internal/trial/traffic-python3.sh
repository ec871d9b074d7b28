python3 -c 'import socket, sys
s = socket.create_connection((sys.argv[1], int(sys.argv[2])), 30)
if sys.argv[3] == "send":
    s.sendall(b"x" * int(sys.argv[4]))
    s.shutdown(socket.SHUT_WR)
n = 0
b = s.recv(65536)
while b:
    n += len(b)
    b = s.recv(65536)
print(n)' "$host" "$port" "$direction" "$bytes"
