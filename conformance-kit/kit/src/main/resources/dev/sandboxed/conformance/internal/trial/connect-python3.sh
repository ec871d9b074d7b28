python3 -c 'import socket, sys
s = socket.create_connection((sys.argv[1], int(sys.argv[2])), 3)
b = s.recv(4096)
while b:
    sys.stdout.write(b.decode())
    b = s.recv(4096)' "$host" "$port"
