package dev.sandboxed.provider.kubernetes.internal.exec;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the API server says at the end of a process.
 *
 * @param code its exit code, if there was a process
 * @param said what is said instead, if there was none
 */
record ExecEnd(OptionalInt code, String said) {

    private static final String SUCCESS = "Success";
    private static final String EXIT_CODE = "ExitCode";

    /** Reads it; words that nobody understands are no exit code. */
    static ExecEnd read(String words) {
        Status status;
        try {
            status = Serialization.unmarshal(words, Status.class);
        } catch (RuntimeException e) {
            return new ExecEnd(OptionalInt.empty(), words);
        }
        if (SUCCESS.equals(status.getStatus())) {
            return new ExecEnd(OptionalInt.of(0), "");
        }
        OptionalInt code = Optional.ofNullable(status.getDetails()).map(details -> details.getCauses()).stream()
                .flatMap(List::stream)
                .filter(cause -> EXIT_CODE.equals(cause.getReason()))
                .map(StatusCause::getMessage)
                .filter(text -> text.matches("[0-9]{1,3}"))
                .mapToInt(Integer::parseInt)
                .findFirst();
        return new ExecEnd(code, String.valueOf(status.getMessage()));
    }
}
