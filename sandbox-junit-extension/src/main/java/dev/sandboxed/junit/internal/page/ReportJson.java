package dev.sandboxed.junit.internal.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** Runs as JSON: what is absent or empty is left out. */
final class ReportJson {

    /** Raised when a reader of the old format would misunderstand the new one. */
    static final int FORMAT = 1;

    private static final Logger LOG = System.getLogger(ReportJson.class.getName());

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_EMPTY, JsonInclude.Include.NON_EMPTY))
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .build();

    private ReportJson() {}

    static ObjectNode tree(RunReport run) {
        return MAPPER.valueToTree(run);
    }

    /** Reads a run; what cannot be read is told, and belongs to no build. */
    static JsonNode read(Path file) throws IOException {
        try {
            return MAPPER.readTree(Files.readAllBytes(file));
        } catch (JacksonException e) {
            LOG.log(Level.WARNING, "The run in " + file + " is left out, it cannot be read: " + e.getMessage());
            return MissingNode.getInstance();
        }
    }

    /** Returns a report of several runs, the earliest first. */
    static ObjectNode merged(List<JsonNode> runs) {
        ObjectNode report = MAPPER.createObjectNode();
        report.put("format", FORMAT);
        runs.stream()
                .sorted(Comparator.comparing(run -> run.path("begun").asText()))
                .forEach(report.putArray("runs")::add);
        return report;
    }
}
