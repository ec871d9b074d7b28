package dev.sandboxed.junit.internal.guest;

import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What the two sides have agreed on: the JVM of the tests, and the one inside the sandbox. */
public final class Inside {

    /** The parameter of JUnit that tells extensions that they are inside already. */
    static final String PARAMETER = "dev.sandboxed.inside";

    /** The folder of the workdir that everything of ours is in: paths that begin elsewhere mean different things to providers. */
    public static final String FOLDER = ".sandboxed";

    /** Where the events of the run are written, one in a line. */
    public static final String EVENTS = FOLDER + "/events";

    /** Where tests write the files that they attach. */
    static final String ATTACHMENTS = FOLDER + "/attachments";

    private Inside() {}

    /** Returns whether a test runs in a sandbox already, so that whoever brings tests there stands aside. */
    public static boolean isHere(ExtensionContext context) {
        return isHere(context::getConfigurationParameter);
    }

    /**
     * Returns whether tests run in a sandbox already.
     *
     * @param parameters asks JUnit
     */
    public static boolean isHere(Function<String, Optional<String>> parameters) {
        return parameters.apply(PARAMETER).filter("true"::equals).isPresent();
    }
}
