package dev.sandboxed.provider.oci.internal.bundle;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A user by numbers, as runtimes want it.
 *
 * @param uid the user's
 * @param gid that of its group
 */
public record Account(int uid, int gid) {

    private static final Account ROOT = new Account(0, 0);
    /** What lies inside may have been written by anybody. */
    private static final int MOST = 1024 * 1024;

    /**
     * Looks a user up in the accounts of a container.
     *
     * @param user a name or a number, with a group behind a colon or without; nothing for root
     * @throws SandboxStartException if a name is unknown there
     */
    public static Account of(@Nullable String user, LayeredRoot root) {
        if (user == null || user.isEmpty()) {
            return ROOT;
        }
        String[] parts = user.split(":", 2);
        Optional<Account> known = Stream.concat(
                        lines(root, "/etc/passwd")
                                .filter(fields -> isNumber(fields, 2) && isNumber(fields, 3))
                                .filter(fields -> fields[0].equals(parts[0]) || fields[2].equals(parts[0]))
                                .map(fields -> new Account(Integer.parseInt(fields[2]), Integer.parseInt(fields[3]))),
                        number(parts[0]).map(uid -> new Account(uid, 0)).stream())
                .findFirst();
        Account account = known.orElseThrow(() -> unknown("user", parts[0]));
        return parts.length == 1 ? account : new Account(account.uid(), group(parts[1], root));
    }

    private static int group(String group, LayeredRoot root) {
        return number(group)
                .or(() -> lines(root, "/etc/group")
                        .filter(fields -> isNumber(fields, 2) && fields[0].equals(group))
                        .map(fields -> Integer.parseInt(fields[2]))
                        .findFirst())
                .orElseThrow(() -> unknown("group", group));
    }

    /** Writes it as a part of the description of a process. */
    Map<String, Object> written() {
        return Map.of("uid", uid, "gid", gid, "additionalGids", List.of());
    }

    private static Stream<String[]> lines(LayeredRoot root, String path) {
        try {
            return root.read(path, MOST).stream()
                    .flatMap(content -> new String(content, StandardCharsets.ISO_8859_1).lines())
                    .map(line -> line.split(":", -1));
        } catch (IOException unreadable) {
            return Stream.empty();
        }
    }

    private static boolean isNumber(String[] fields, int at) {
        return fields.length > at && number(fields[at]).isPresent();
    }

    private static Optional<Integer> number(String text) {
        return text.matches("[0-9]{1,9}") ? Optional.of(Integer.parseInt(text)) : Optional.empty();
    }

    private static SandboxStartException unknown(String what, String name) {
        return new SandboxStartException(Fault.of("There is no " + what + " '" + name + "' in the sandbox")
                .remedy("name one that /etc/" + (what.equals("user") ? "passwd" : what)
                        + " inside has, or give a number"));
    }
}
