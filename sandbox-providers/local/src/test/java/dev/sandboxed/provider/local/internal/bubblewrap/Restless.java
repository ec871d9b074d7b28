package dev.sandboxed.provider.local.internal.bubblewrap;

/** Programs in Perl that count in the file {@code count} and do not stop when they are told to. */
public final class Restless {

    private static final String COUNT = """
            sub count { open(my $file, '>>', 'count'); syswrite($file, '.'); close($file); }
            """;

    private static final String WITHOUT_LEADER = """
            use threads;
            threads->create(sub { while (1) { act() } });
            syscall(`uname -m` =~ /aarch64/ ? 93 : 60, 0);
            """;

    /** The first thread ends by itself, and the kernel shows the process as dead. */
    public static final String WITHOUT_FIRST_THREAD =
            COUNT + "sub act { count(); select(undef, undef, undef, 0.001) }\n" + WITHOUT_LEADER;

    /** Each wakes all others, all the time. */
    public static final String CROWD = COUNT + """
            setpgrp(0, 0);
            for (1 .. 7) { last unless fork() }
            while (1) { kill('CONT', 0) for 1 .. 100; count() }
            """;

    /** Timers of the kernel go on while the process is stopped, and send the signal that lets it go on. */
    public static final String WITH_TIMERS = COUNT + """
            $SIG{CONT} = sub {};
            my ($create, $set) = `uname -m` =~ /aarch64/ ? (107, 110) : (222, 223);
            for my $each (1 .. 30) {
                my ($event, $timer) = (pack('q l l x48', 0, 18, 0), pack('q', 0));
                syscall($create, 1, $event, $timer) == 0 or die "timer_create: $!";
                my $often = pack('q4', 0, $each * 10_000_000, 0, $each * 10_000_000);
                syscall($set, unpack('l', $timer), 0, $often, 0) == 0 or die "timer_settime: $!";
            }
            while (1) { count(); select(undef, undef, undef, 0.001) }
            """;

    /** Exchanges a folder and a link, as quickly as it can, in a process that looks dead. */
    public static final String SWAPPING = COUNT + """
            my ($swap, $here) = `uname -m` =~ /aarch64/ ? (276, -100) : (316, -100);
            my ($folder, $link) = ("folder", "link");
            count();
            sub act { syscall($swap, $here, $folder, $here, $link, 2) }
            """ + WITHOUT_LEADER;

    private Restless() {}
}
