package dev.sandboxed.provider.kubernetes.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is said at the end of a process, in words of a real API server. */
class ExecEndTests {

    @Test
    void successIsZero() {
        assertThat(ExecEnd.read("{\"metadata\":{},\"status\":\"Success\"}").code())
                .hasValue(0);
    }

    @Test
    void anExitCodeIsAmongTheCauses() {
        ExecEnd end = ExecEnd.read(
                "{\"metadata\":{},\"status\":\"Failure\",\"message\":\"command terminated with non-zero exit"
                        + " code: error executing command [sh], exit code 137\",\"reason\":\"NonZeroExitCode\",\"details\":{\"causes\":"
                        + "[{\"reason\":\"ExitCode\",\"message\":\"137\"}]}}");

        assertThat(end.code()).hasValue(137);
    }

    @Test
    void whatCouldNotBeStartedHasNoExitCodeButWords() {
        ExecEnd end = ExecEnd.read(
                "{\"metadata\":{},\"status\":\"Failure\",\"message\":\"Internal error occurred: container not"
                        + " found (\\\"sandbox\\\")\",\"reason\":\"InternalError\",\"code\":500}");

        assertThat(end.code()).isEmpty();
        assertThat(end.said()).contains("container not found");
    }

    @Test
    void wordsOfSomebodyElseAreNoExitCode() {
        ExecEnd end = ExecEnd.read("<html>502 Bad Gateway</html>");

        assertThat(end.code()).isEmpty();
        assertThat(end.said()).contains("502");
    }
}
