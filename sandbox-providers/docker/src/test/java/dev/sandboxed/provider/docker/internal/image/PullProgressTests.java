package dev.sandboxed.provider.docker.internal.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.github.dockerjava.api.model.PullResponseItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PullProgressTests {

    private final AtomicLong clock = new AtomicLong();
    private final List<String> lines = new ArrayList<>();
    private final PullProgress progress = new PullProgress("tool", lines::add, clock::get);

    private void tell(String json) throws JsonProcessingException {
        progress.accept(JsonMapper.builder().build().readValue(json.replace('\'', '"'), PullResponseItem.class));
    }

    @Test
    void manyLinesOfLayersBecomeOneNowAndThen() throws JsonProcessingException {
        tell("{'status':'Downloading','id':'a','progressDetail':{'current':1048576,'total':4194304}}");
        tell("{'status':'Downloading','id':'b','progressDetail':{'current':0,'total':4194304}}");
        assertThat(lines).isEmpty();

        clock.addAndGet(Duration.ofSeconds(3).toNanos());
        tell("{'status':'Download complete','id':'a'}");
        tell("{'status':'Downloading','id':'b','progressDetail':{'current':1,'total':4194304}}");

        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).startsWith("Pulling tool: 4").contains(" of 8");
    }

    @Test
    void whatConcernsTheWholeImageIsToldAtOnce() throws JsonProcessingException {
        tell("{'status':'Digest: sha256:0'}");

        assertThat(lines).containsExactly("Pulling tool: Digest: sha256:0");
    }
}
