# Runs PRoot for one command and ends as that command ended. PRoot itself ends only with the last process that it traces,
# and tells of signals only in words, which it says of every process. Arguments: the number of the system call prctl, a
# filter of system calls in hexadecimal digits, PRoot and all that follows. Through one
# pipe come those words, and those of the shell inside: which process the command is, and its exit code. The standard
# error of the command is descriptor 8 there. 125: PRoot came to nothing.
use strict;
use POSIX ();

my ($prctl, $filter) = (shift() + 0, pack 'H*', shift);

# PRoot translates the paths of the system calls that it knows. Any other would lead around it, so a filter refuses it.
sub refuse_unknown_calls {
    my ($prctl, $filter) = @_;
    die "no filter for this machine\n" unless $prctl;
    my $program = pack 'Sx![P]P', length($filter) / 8, $filter;
    # PR_SET_NO_NEW_PRIVS, without which nobody but root may filter, and PR_SET_SECCOMP.
    syscall($prctl, 38, 1, 0, 0, 0) == 0 && syscall($prctl, 22, 2, $program) == 0 or die "no filter: $!\n";
}

# PRoot begins with the whole command line, in which anything may stand; nobody can have put this word there.
my $word = join '', map { ('a' .. 'z')[rand 26] } 1 .. 20;
pipe my $told, my $tell or exit 125;
my $tracer = fork;
exit 125 unless defined $tracer;
if (!$tracer) {
    POSIX::close(fileno $told);
    POSIX::dup2(fileno $tell, 9);
    POSIX::dup2(2, 8);
    POSIX::dup2(9, 2);
    $ENV{SANDBOXED_WORD} = $word;
    refuse_unknown_calls($prctl, $filter);
    exec { $ARGV[0] } @ARGV;
    die "$ARGV[0]: $!\n";
}
close $tell;
open STDIN, '<', '/dev/null';
open STDOUT, '>', '/dev/null';

my $command;
my @passed_on = qw(HUP INT QUIT USR1 USR2 ALRM TERM);
for my $name (@passed_on) {
    $SIG{$name} = sub { kill $name, $command if $command };
}

# PRoot ends at once if nothing was left running. It is waited for that long, since not every init buries orphans.
sub bury {
    for (1 .. 50) {
        return if waitpid($tracer, POSIX::WNOHANG()) != 0;
        select undef, undef, undef, 0.001;
    }
}

sub end_with {
    my ($code, $signal) = @_;
    bury();
    POSIX::_exit($code) unless $signal;
    $SIG{$_} = 'DEFAULT' for @passed_on;
    kill $signal, $$;
    POSIX::_exit(128 + $signal);
}

# The shell inside may be quicker than PRoot, and speak in the middle of its words. Newer versions have names of their own
# for processes, which they tell at first.
my ($text, $complaints, $signal, $ended, $code, $name) = ('', '', 0, 0);
while (1) {
    my $count = sysread $told, $text, 65536, length $text;
    next if !defined $count && $!{EINTR};
    last unless $count;
    if ($text =~ s/$word pid (\d+)\n//) { $command = $1 }
    if ($text =~ s/$word exit (\d+)\n//) { $code = $1 }
    end_with($code, 0) if defined $code && $code <= 128;
    while ($text =~ s/^(.*)\n//) {
        my $line = $1;
        if ($line =~ /^proot info: vpid (\d+): pid (\d+)$/) { $name = $1 if !defined $command || $2 == $command }
        elsif ($line =~ /^proot info: (v?)pid (\d+): (?:exited|terminated) with (status|signal) (\d+)$/) {
            my $ours = $1 ? defined $name && $2 == $name : defined $command && $2 == $command;
            $signal = $4 if $ours && $3 eq 'signal';
            $ended = 1 if $ours;
        }
        elsif ($line !~ /^proot info:/) { $complaints .= "$line\n" if length $complaints < 4096 }
    }
    end_with($code, $signal) if defined $code && $ended;
}
waitpid $tracer, 0;
end_with($code, 0) if defined $code;
print STDERR $complaints, $text;
exit 125;
