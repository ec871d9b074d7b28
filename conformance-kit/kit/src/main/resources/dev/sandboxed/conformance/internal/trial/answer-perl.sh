perl -MSocket -e 'socket(L, PF_INET, SOCK_DGRAM, 0) or die; bind(L, sockaddr_in($ARGV[0], INADDR_ANY)) or die;
while ($who = recv(L, $asked, 999, 0)) { send(L, $ARGV[1], 0, $who) }' "$port" "$word"
