python3 -c 'import socket, sys
s = socket.create_connection((sys.argv[1], int(sys.argv[2])), 10)
s.sendall(sys.argv[3].encode().decode("unicode_escape").encode())
b = s.recv(4096)
while b:
    sys.stdout.write(b.decode())
    b = s.recv(4096)' "$host" "$port" "$request"
