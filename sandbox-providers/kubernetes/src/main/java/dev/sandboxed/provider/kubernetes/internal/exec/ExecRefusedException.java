package dev.sandboxed.provider.kubernetes.internal.exec;

import java.io.IOException;
import java.net.HttpURLConnection;

/** Thrown when the API server does not let a process be started. */
final class ExecRefusedException extends IOException {

    private static final long serialVersionUID = 1;

    private final int code;

    ExecRefusedException(int code, Throwable cause) {
        super("The API server refused to start a process, with status " + code, cause);
        this.code = code;
    }

    /** Returns whether the pod is not there. */
    boolean saysGone() {
        return code == HttpURLConnection.HTTP_NOT_FOUND;
    }

    /** Returns whether it is not known who asks. */
    boolean saysUnknown() {
        return code == HttpURLConnection.HTTP_UNAUTHORIZED;
    }

    /** Returns whether this account may not do it. */
    boolean saysForbidden() {
        return code == HttpURLConnection.HTTP_UNAUTHORIZED || code == HttpURLConnection.HTTP_FORBIDDEN;
    }
}
