package dev.sandboxed.credentials.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class RefusedRequestTests extends WithProxy {

    @ParameterizedTest
    @ValueSource(strings = {"TRACE / HTTP/1.1", "CONNECT elsewhere.example:443 HTTP/1.1"})
    void whatWouldShowTheKeyOrLeadElsewhereIsRefused(String line) throws Exception {
        openPlain();

        try (Socket caller = connect()) {
            String request = line + "\r\nHost: " + HOST + "\r\n\r\n";
            caller.getOutputStream().write(request.getBytes(UTF_8));
            String answer = new String(caller.getInputStream().readNBytes("HTTP/1.1 40".length()), UTF_8);

            assertThat(answer).isEqualTo("HTTP/1.1 40");
        }
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\nHost: elsewhere.example",
                "GET http://elsewhere.example/ HTTP/1.1\nHost: " + HOST,
                "GET http://elsewhere.example/ HTTP/1.1\nHost: elsewhere.example",
                "GET / HTTP/1.1\nHost: " + HOST + "..",
            })
    void aRequestForAnotherHostGoesNowhere(String request) throws Exception {
        openPlain();

        assertThat(say(request + "\nConnection: close\n\n")).matches("(?s)HTTP/1.1 4\\d\\d.*");
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET //elsewhere.example/x HTTP/1.1",
                "GET /@elsewhere.example/x HTTP/1.1",
                "GET /a%2fb/..%2fc HTTP/1.1",
                "GET /http://elsewhere.example/ HTTP/1.1",
            })
    void pathsThatLookLikeHostsStayPaths(String line) throws Exception {
        openPlain();

        assertThat(say(line + "\nHost: " + HOST + "\nConnection: close\n\n")).startsWith("HTTP/1.1 200");
        Asked request = asked.take();
        assertThat(request.header("Host")).startsWith(HOST + ":");
        assertThat(line).contains(request.uri());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST / HTTP/1.1\nHost: " + HOST + "\nContent-Length: 5\nTransfer-Encoding: chunked\n\n0\n\n",
                "POST / HTTP/1.1\nHost: " + HOST + "\nContent-Length: 5\nContent-Length: 6\n\nhello",
                "GET / HTTP/1.1\nHost: " + HOST + "\nHost: elsewhere.example\n\n",
                "GET / HTTP/1.1\nHost : " + HOST + "\n\n",
            })
    void requestsThatCanBeReadInTwoWaysAreNotPassedOnAsTwo(String request) throws Exception {
        openPlain();

        assertThat(say(request.replaceFirst("\n\n", "\nConnection: close\n\n"))).doesNotContain("200 OK\r\n\r\nHTTP");
        assertThat(asked).hasSizeLessThan(2);
    }

    @Test
    void otherProtocolsAreRefusedInWords() throws Exception {
        openPlain();

        assertThat(say("GET / HTTP/1.1\nHost: " + HOST
                        + "\nConnection: Upgrade, close\nUpgrade: websocket\nSec-WebSocket-Version: 13\n\n"))
                .startsWith("HTTP/1.1 501")
                .contains("other protocols than HTTP are not passed on");
    }

    @Test
    void aNameWithADotAtItsEndIsTheSameHost() throws Exception {
        openPlain();

        assertThat(say("GET / HTTP/1.1\nHost: " + HOST + ".\nConnection: close\n\n"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void theBodyOfARequestThatUsuallyHasNoneIsRefusedAndNotDropped() throws Exception {
        openPlain();

        assertThat(say("GET / HTTP/1.1\nHost: " + HOST + "\nConnection: close\nContent-Length: 2\n\n{}"))
                .startsWith("HTTP/1.1 501")
                .contains("the body of a GET is not passed on");
        assertThat(asked).isEmpty();
    }

    @Test
    void whatIsNoPathIsABadRequest() throws Exception {
        openPlain();

        assertThat(say("OPTIONS * HTTP/1.1\nHost: " + HOST + "\nConnection: close\n\n"))
                .startsWith("HTTP/1.1 400");
        assertThat(asked).isEmpty();
    }
}
