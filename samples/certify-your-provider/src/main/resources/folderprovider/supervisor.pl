# Runs one command and tells how it ended. The JVM could not: to it, exit code 137 and death by signal 9 are the same.
#
# Standard input begins with the request: its length in ten digits, then words with NUL between them, namely the number
# of arguments, the arguments and the environment. The rest is the command's own input. A request instead of arguments
# and environment of this program, so that no variable of the command changes how Perl itself behaves.
use strict;
use warnings;

my ($verdict) = @ARGV;

sub take {
    my ($size) = @_;
    my $taken = '';
    while (length $taken < $size) {
        sysread STDIN, $taken, $size - length $taken, length $taken or die "the request broke off\n";
    }
    return $taken;
}

sub relay {
    my ($from, $to) = @_;
    my $size = sysread $from, my $bytes, 65536 or return 0;
    for (my $sent = 0; $sent < $size;) {
        $sent += syswrite($to, $bytes, $size - $sent, $sent) // die "nobody takes the output: $!\n";
    }
    return 1;
}

sub conclude {
    open my $file, '>', $verdict or die "cannot write $verdict: $!\n";
    print $file @_;
    close $file or die "cannot write $verdict: $!\n";
}

my ($count, @words) = split /\0/, take(take(10)), -1;
my @command = splice @words, 0, $count;
pipe my $out, my $out_end or die "cannot make a pipe: $!\n";
pipe my $err, my $err_end or die "cannot make a pipe: $!\n";

# A command that kills its process group must not hit this program or the JVM.
setpgrp;
my $child = fork // die "cannot fork: $!\n";
if ($child == 0) {
    setpgrp;
    open STDOUT, '>&', $out_end or die "cannot redirect: $!\n";
    open STDERR, '>&', $err_end or die "cannot redirect: $!\n";
    %ENV = map { split /=/, $_, 2 } @words;
    for (1 .. 50) {
        no warnings 'exec';
        exec { $command[0] } @command;
        # A file that was just written may still be open in a process that another thread of the JVM is starting.
        last unless $!{ETXTBSY};
        select undef, undef, undef, 0.01;
    }
    my $error = $! + 0;
    print STDERR "$command[0]: $!\n";
    conclude("failed $error");
    exit 127;
}

# Through pipes of our own, so that a background process that holds them open does not hold up the result.
open STDIN, '<', '/dev/null' or die "cannot let go of the input: $!\n";
close $_ for $out_end, $err_end;
my @open = ([$out, \*STDOUT], [$err, \*STDERR]);
my $ended = 0;
while (@open && !$ended) {
    my $ready = '';
    vec($ready, fileno $_->[0], 1) = 1 for @open;
    $ended = waitpid($child, 1) == $child;
    select $ready, undef, undef, $ended ? 0 : 0.05;
    @open = grep { !vec($ready, fileno $_->[0], 1) || relay(@$_) } @open;
}
waitpid $child, 0 unless $ended;
conclude('ended ', $?) unless -e $verdict;
