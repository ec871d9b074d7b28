socket(S, 1, 1, 0) && bind(S, pack("Sa*", 1, "\0$ARGV[0]")) && listen(S, 5) or die "socket: $!";
my $id = shmget($ARGV[1], 4096, 01600) // die "shmget: $!";
$| = 1;
print "ready\n";
<STDIN>;
shmctl($id, 0, 0);
my $next = $ARGV[1] + 1;
if (defined($id = shmget($next, 0, 0))) { shmctl($id, 0, 0) }
if (defined($id = semget($next, 0, 0))) { semctl($id, 0, 0, 0) }
if (defined($id = msgget($next, 0))) { msgctl($id, 0, 0) }
