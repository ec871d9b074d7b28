package dev.sandboxed.gradle.functional;

import static dev.sandboxed.gradle.functional.OutcomeAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What build servers are told to call is called here, where this host has the provider that it needs. */
@ExtendWith(Builds.class)
class CiRunTests {

    private static final String PROVIDER = "-Psandbox.provider=";

    /** Satisfies every floor that a provider of today satisfies. */
    private static final String STRONGEST = "gvisor";

    static Stream<List<String>> calls() {
        return CiFile.in("")
                .flatMap(file -> file.builds().stream())
                .filter(arguments -> arguments.contains("test"))
                .distinct();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void theTestsOfASamplePassAsOnABuildServer(List<String> arguments, Build build) throws Exception {
        Sample.of("gradle-groovy").copyTo(build);
        String needed = arguments.stream()
                .filter(argument -> argument.startsWith(PROVIDER))
                .map(argument -> argument.substring(PROVIDER.length()))
                .findFirst()
                .orElse(STRONGEST);
        assertThat(build.run("sandboxDoctor")).succeeded();
        JsonNode providers = new ObjectMapper()
                .readTree(build.text("build/reports/sandboxed/doctor.json"))
                .at("/providers");
        assertThat(providers.findValuesAsText("name")).contains(needed);
        Assumptions.assumeTrue(isAvailable(providers, needed), needed + " does not work on this host");

        assertThat(build.run(arguments.toArray(String[]::new)))
                .succeeded()
                .printed("InvoiceTests > theItemsAreAddedUp(Sandbox) PASSED")
                .printed("StrangerTests > aStrangersScriptFindsNoFileOfTheHost(Sandbox, Path) PASSED");
    }

    private static boolean isAvailable(JsonNode providers, String name) {
        for (JsonNode provider : providers) {
            if (provider.path("name").asText().equals(name)) {
                return provider.path("status").asText().equals("available");
            }
        }
        return false;
    }
}
