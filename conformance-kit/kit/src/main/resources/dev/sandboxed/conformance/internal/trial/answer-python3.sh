python3 -c 'import socket, sys
l = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
l.bind(("", int(sys.argv[1])))
while True:
    asked, who = l.recvfrom(999)
    l.sendto(sys.argv[2].encode(), who)' "$port" "$word"
