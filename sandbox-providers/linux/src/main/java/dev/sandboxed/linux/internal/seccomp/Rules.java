package dev.sandboxed.linux.internal.seccomp;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which system calls are refused to whom. */
public final class Rules {

    /** The bits with which a file runs with the rights of its user or its group, whoever starts it. */
    public static final int SET_IDS = 06000;

    /** The flags that ask for a new file; the second is for one that has no name yet. */
    public static final int NEW_FILE = 0100 | 020_000_000;

    /** The kinds of namespaces, by the flags that ask for a new one. */
    private static final int NEW_NAMESPACE = 0x7e02_0000;

    /** In {@code clone} this bit is part of a signal's number. */
    private static final int NEW_TIME_NAMESPACE = 0x80;

    /** Puts characters into a terminal as if somebody had typed them. */
    private static final int TIOCSTI = 0x5412;

    private static final int TIOCLINUX = 0x541c;

    /** Sockets within this host, the two internet protocols, and what programs ask for addresses with. */
    private static final List<Integer> FAMILIES = List.of(1, 2, 10, 16);

    private static final int TO_THE_HYPERVISOR = 40;
    private static final int EAFNOSUPPORT = 97;

    /** Programs have another way for these, and take it when there is no such call. */
    private static final Set<SystemCall> REPLACEABLE =
            EnumSet.of(SystemCall.IO_URING_SETUP, SystemCall.IO_URING_ENTER, SystemCall.IO_URING_REGISTER);

    private Rules() {}

    /** Lists those for processes that are walled in by namespaces and this alone. */
    static Map<SystemCall, Rule> forBoxes() {
        Map<SystemCall, Rule> rules = forAll();
        rules.put(SystemCall.PTRACE, new Rule.Always(Rule.EPERM));
        rules.put(SystemCall.SOCKET, new Rule.UnlessOneOf(0, FAMILIES, EAFNOSUPPORT));
        rules.putAll(ofRights());
        return rules;
    }

    /** Lists those for containers, in which programs may be debugged. */
    static Map<SystemCall, Rule> forContainers() {
        Map<SystemCall, Rule> rules = forAll();
        rules.put(SystemCall.SOCKET, new Rule.IfOneOf(0, List.of(TO_THE_HYPERVISOR)));
        return rules;
    }

    /**
     * Lists those without which a file could be left in a folder of the host that runs there with the rights of its owner. No
     * folder gets such bits when it is made: the kernel takes them off.
     */
    public static Map<SystemCall, Rule> ofRights() {
        Map<SystemCall, Rule> rules = new EnumMap<>(SystemCall.class);
        Set.of(SystemCall.CHMOD, SystemCall.FCHMOD, SystemCall.CREAT, SystemCall.MKNOD)
                .forEach(call -> rules.put(call, new Rule.IfAnyBit(1, SET_IDS)));
        Set.of(SystemCall.FCHMODAT, SystemCall.FCHMODAT2, SystemCall.MKNODAT)
                .forEach(call -> rules.put(call, new Rule.IfAnyBit(2, SET_IDS)));
        rules.put(SystemCall.OPEN, new Rule.IfNewFileHasAnyBit(1, SET_IDS));
        rules.put(SystemCall.OPENAT, new Rule.IfNewFileHasAnyBit(2, SET_IDS));
        rules.put(SystemCall.OPENAT2, new Rule.Always(Rule.ENOSYS));
        return rules;
    }

    /**
     * Returns those for programs whose paths PRoot translates: a call that it does not know would lead around it. Programs take
     * it for an older kernel and do without.
     */
    static Map<SystemCall, Rule> forTranslatedPaths() {
        Map<SystemCall, Rule> rules = new EnumMap<>(SystemCall.class);
        for (SystemCall call : SystemCall.values()) {
            if (call.reason() == Reason.UNTRANSLATED) {
                rules.put(call, new Rule.Always(Rule.ENOSYS));
            }
        }
        rules.put(SystemCall.OPEN_BY_HANDLE_AT, new Rule.Always(Rule.ENOSYS));
        rules.put(SystemCall.NAME_TO_HANDLE_AT, new Rule.Always(Rule.ENOSYS));
        return rules;
    }

    private static Map<SystemCall, Rule> forAll() {
        Map<SystemCall, Rule> rules = new EnumMap<>(SystemCall.class);
        for (SystemCall call : SystemCall.values()) {
            switch (call.reason()) {
                case FILES, NAMESPACES, KERNEL, MACHINE, OTHERS ->
                    rules.put(call, new Rule.Always(REPLACEABLE.contains(call) ? Rule.ENOSYS : Rule.EPERM));
                case TERMINALS, SOCKETS, RIGHTS, UNSEEN, UNTRANSLATED, SLOW -> {
                    // Not always, or not for all.
                }
            }
        }
        rules.remove(SystemCall.PTRACE);
        rules.put(SystemCall.CLONE, new Rule.IfAnyBit(0, NEW_NAMESPACE));
        rules.put(SystemCall.UNSHARE, new Rule.IfAnyBit(0, NEW_NAMESPACE | NEW_TIME_NAMESPACE));
        rules.put(SystemCall.CLONE3, new Rule.Always(Rule.ENOSYS));
        rules.put(SystemCall.IOCTL, new Rule.IfOneOf(1, List.of(TIOCSTI, TIOCLINUX)));
        return rules;
    }
}
