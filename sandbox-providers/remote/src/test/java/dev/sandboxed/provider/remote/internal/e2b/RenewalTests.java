package dev.sandboxed.provider.remote.internal.e2b;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.provider.remote.internal.e2b.control.ControlApi;
import dev.sandboxed.provider.remote.internal.e2b.settings.ServiceSettings;
import dev.sandboxed.provider.remote.internal.wire.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RenewalTests {

    private static final String MISSING =
            "{\"code\":404,\"message\":\"Sandbox \\\"iabc\\\" doesn't exist or you don't have access to it\"}";

    private final MockWebServer server = new MockWebServer();
    private final AtomicInteger looked = new AtomicInteger();
    private final List<String> gone = new CopyOnWriteArrayList<>();
    private volatile MockResponse found;
    private Wire wire;
    private Renewal renewal;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                if (request.getMethod().equals("GET")) {
                    looked.incrementAndGet();
                    return found;
                }
                return answer(404, MISSING);
            }
        });
        server.start();
        ServiceSettings settings = new ServiceSettings(ProviderContext.in(folder)
                .withSettings(Map.of("apiUrl", server.url("/").toString(), ServiceSettings.KEY, "e2b_00")));
        wire = new Wire(settings.wire());
        renewal = new Renewal(new ControlApi("e2b", settings, wire), Duration.ofMillis(300));
    }

    @AfterEach
    void stop() {
        renewal.close();
        wire.close();
        server.close();
    }

    private static MockResponse answer(int status, String body) {
        return new MockResponse.Builder().code(status).body(body).build();
    }

    /** One that is paused cannot be given more time, and where an answer was lost nobody here knows that it is. */
    @Test
    void aSandboxThatIsThereButGetsNoTimeIsNotTakenForGone() {
        found = answer(200, "{\"sandboxID\":\"iabc\",\"state\":\"paused\"}");
        Future<?> renewing = renewal.keep("iabc", gone::add);
        await().until(() -> looked.get() > 2);
        assertThat(gone).isEmpty();

        found = answer(404, MISSING);
        await().until(() -> !gone.isEmpty());
        assertThat(gone).first().isEqualTo("E2B has ended it");
        assertThat(renewing.cancel(false)).isTrue();
    }

    @Test
    void aServiceThatDoesNotKnowNowIsAskedAgain() {
        found = answer(500, "{}");
        Future<?> renewing = renewal.keep("iabc", gone::add);
        int enough = looked.get() + 2;
        await().atMost(Duration.ofSeconds(30)).until(() -> looked.get() > enough);
        assertThat(gone).isEmpty();

        found = answer(404, MISSING);
        await().atMost(Duration.ofSeconds(30)).until(() -> !gone.isEmpty());
        assertThat(renewing.cancel(false)).isTrue();
    }
}
