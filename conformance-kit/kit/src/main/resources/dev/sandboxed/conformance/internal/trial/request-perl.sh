perl -MSocket -e 'alarm 10; socket(S, PF_INET, SOCK_STREAM, 0) or exit 1;
connect(S, sockaddr_in($ARGV[1], inet_aton($ARGV[0]))) or exit 1;
syswrite S, eval "\"$ARGV[2]\""; print while <S>' "$host" "$port" "$request"
