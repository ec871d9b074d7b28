python3 -c 'import socket, sys
l = socket.socket()
l.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
l.bind(("", int(sys.argv[1])))
l.listen(9)
while True:
    c = l.accept()[0]
    c.sendall(sys.argv[2].encode() + b"\n")
    c.close()' "$port" "$word"
