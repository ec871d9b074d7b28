perl -MSocket -e '$SIG{PIPE} = "IGNORE"; socket(L, PF_INET, SOCK_STREAM, 0) or die;
setsockopt(L, SOL_SOCKET, SO_REUSEADDR, 1); bind(L, sockaddr_in($ARGV[0], INADDR_ANY)) or die; listen(L, 9);
while (accept(C, L)) { syswrite(C, "$ARGV[1]\n"); close C }' "$port" "$word"
