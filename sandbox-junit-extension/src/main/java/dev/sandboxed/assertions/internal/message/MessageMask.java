package dev.sandboxed.assertions.internal.message;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.internal.text.HarmlessText;
import dev.sandboxed.api.spec.SecretMask;
import java.util.Set;
import org.assertj.core.api.WritableAssertionInfo;
import org.assertj.core.presentation.Representation;
import org.jspecify.annotations.Nullable;

/**
 * Takes secrets out of the messages of failing assertions, also as they look in quotes.
 *
 * @param secrets what must not be seen
 */
public record MessageMask(SecretMask secrets) {

    /** Masks nothing: no sandbox is known. */
    public static final MessageMask NONE = new MessageMask(SecretMask.of(Set.of()));

    public MessageMask {
        secrets = secrets.alsoWritten(Excerpt::escaped).alsoWritten(MessageMask::inQuotes);
    }

    /** Returns a secret as it looks among the arguments of a command, which are shown quoted for a shell. */
    private static String inQuotes(String secret) {
        return secret.replace("'", "'\\''");
    }

    /** Masks the secrets of a sandbox. */
    public static MessageMask of(Sandbox sandbox) {
        return new MessageMask(SecretMask.of(sandbox.spec().hidden()));
    }

    /** Masks the secrets of the sandbox that a command ran in, where the result knows it. */
    public static MessageMask of(ExecResult result) {
        return new MessageMask(result.mask());
    }

    public String apply(String text) {
        return secrets.apply(text);
    }

    /** Returns a text as it can be printed: masked, and with nothing in it that a terminal or a build server would obey. */
    public String shown(String text) {
        return HarmlessText.of(apply(text));
    }

    /** Has the values that AssertJ's own assertions show masked, and such that they can be printed. */
    public void applyTo(WritableAssertionInfo info) {
        info.useRepresentation(masking(info.representation()));
    }

    private Representation masking(Representation shown) {
        return new Representation() {
            @Override
            public String toStringOf(@Nullable Object value) {
                return shown(String.valueOf(shown.toStringOf(value)));
            }

            @Override
            public String unambiguousToStringOf(@Nullable Object value) {
                return shown(String.valueOf(shown.unambiguousToStringOf(value)));
            }
        };
    }
}
