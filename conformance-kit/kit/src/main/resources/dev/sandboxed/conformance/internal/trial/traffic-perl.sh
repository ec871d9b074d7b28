perl -MSocket -e 'socket(S, PF_INET, SOCK_STREAM, 0) or exit 1;
connect(S, sockaddr_in($ARGV[1], inet_aton($ARGV[0]))) or exit 1;
if ($ARGV[2] eq "send") { syswrite S, "x" x 4096 for 1 .. $ARGV[3] / 4096; shutdown S, 1 }
$n += $c while $c = sysread S, $b, 65536; print $n + 0, "\n"' "$host" "$port" "$direction" "$bytes"
