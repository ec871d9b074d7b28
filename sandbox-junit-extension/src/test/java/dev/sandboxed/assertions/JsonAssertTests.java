package dev.sandboxed.assertions;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JsonAssertTests extends WithMock {

    private static final String FILE = "the file '/workspace/a.json'";

    @BeforeEach
    void writeFile() {
        files.write("a.json", """
                {"name": "a", "x": 1.50, "list": [1, {"deep": null}], "a/b": true}
                """);
    }

    @Test
    void withJsonPassesWhateverTheOrderOfMembersAndTheWhiteSpace() {
        assertThat(sandbox)
                .hasFile("a.json")
                .withJson("{\"a/b\":true,\"list\":[1.0,{\"deep\":null}],\"x\":1.5,\"name\":\"a\"}")
                .and()
                .isRunning();
    }

    @Test
    void withJsonFailsWithEveryDifference() {
        String expected = "{\"name\": \"b\", \"list\": [1, {\"deep\": 0}, 2], \"x\": 1.5, \"a/b\": [], \"y\": {}}";

        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("a.json").withJson(expected)))
                .isEqualTo("Expecting " + FILE + " to hold the given JSON, but it differs:"
                        + "\n  at /name: expected \"b\", but was \"a\""
                        + "\n  at /list/1/deep: expected 0, but was null"
                        + "\n  at /list/2: expected 2, but there is nothing"
                        + "\n  at /a~1b: expected [], but was true"
                        + "\n  at /y: expected {}, but there is nothing" + where());
    }

    @Test
    void withJsonFailsForWhatIsThereInExcess() {
        files.write("a.json", "[1, 2]");

        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("a.json").withJson("[1]")))
                .isEqualTo("Expecting " + FILE + " to hold the given JSON, but it differs:"
                        + "\n  at /1: expected nothing, but there is 2" + where());
    }

    @Test
    void withJsonKeepsTheOrderOfElements() {
        files.write("a.json", "[1, 2]");

        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("a.json").withJson("[2, 1]")))
                .isEqualTo("Expecting " + FILE + " to hold the given JSON, but it differs:"
                        + "\n  at /0: expected 2, but was 1\n  at /1: expected 1, but was 2" + where());
    }

    @Test
    void withJsonFailsForAnotherRoot() {
        files.write("a.json", "1e400");

        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("a.json").withJson("1")))
                .isEqualTo("Expecting " + FILE + " to hold the given JSON, but it differs:"
                        + "\n  at the root: expected 1, but was 1E+400" + where());
    }

    @Test
    void withJsonShowsNoMoreThanAPersonReads() {
        files.write("a.json", IntStream.range(0, 25).boxed().toList().toString());
        String expected =
                IntStream.range(0, 25).mapToObj(i -> "\"" + i + "\"").collect(Collectors.joining(",", "[", "]"));

        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("a.json").withJson(expected)))
                .endsWith("\n  at /19: expected \"19\", but was 19\n  … and at 5 more places" + where());
    }

    @Test
    void withJsonFailsForWhatIsNoJson() {
        files.write("a.json", "{\n  \"x\": oops }");

        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("a.json").withJson("1")))
                .isEqualTo("Expecting " + FILE + " to be JSON, but it is not: Unrecognized token 'oops': was expecting"
                        + " (JSON String, Number, Array, Object or token 'null', 'true' or 'false')"
                        + " (line 2, column 8)" + where());
    }

    @Test
    void withJsonFailsForAnEmptyFile() {
        files.write("a.json", "");

        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("a.json").withJson("1")))
                .isEqualTo("Expecting " + FILE + " to be JSON, but it is not: it is empty" + where());
    }

    @Test
    void expectedTextThatIsNoJsonIsAMistakeOfTheTest() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> assertThat(sandbox).hasFile("a.json").withJson("{} {}"))
                .withMessageStartingWith("The expected JSON is not JSON: Trailing token");
    }

    @Test
    void jsonAtLeadsToAValueAndBack() {
        assertThat(sandbox)
                .hasFile("a.json")
                .jsonAt("/name")
                .isEqualTo("a")
                .and()
                .jsonAt("/x")
                .isEqualTo(1.5)
                .and()
                .jsonAt("/list/0")
                .isEqualTo(1)
                .and()
                .jsonAt("/list/1")
                .isInstanceOf(Map.class)
                .and()
                .jsonAt("/list/1/deep")
                .isNull();
    }

    @Test
    void jsonAtLeadsOnToTheAssertOfAType() {
        assertThat(sandbox).hasFile("a.json").jsonAt("/list").asInstanceOf(LIST).hasSize(2);
    }

    @Test
    void jsonAtFailsWithThePointerTheFileAndTheSandbox() {
        assertThat(Failing.message(() ->
                        assertThat(sandbox).hasFile("a.json").jsonAt("/name").isEqualTo("b")))
                .isEqualTo("[value at /name of /workspace/a.json" + where() + "] \nexpected: \"b\"\n but was: \"a\"");
    }

    @Test
    void jsonAtFailsForAPointerThatLeadsNowhere() {
        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("a.json").jsonAt("/list/1/dep")))
                .isEqualTo("Expecting a value at /list/1/dep of the JSON in " + FILE
                        + ", but there is none: /list/1 is an object with the members [deep]" + where());
        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("a.json").jsonAt("/list/2")))
                .isEqualTo("Expecting a value at /list/2 of the JSON in " + FILE
                        + ", but there is none: /list is an array of 2 elements" + where());
        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("a.json").jsonAt("/name/x/y")))
                .isEqualTo("Expecting a value at /name/x/y of the JSON in " + FILE
                        + ", but there is none: /name is \"a\"" + where());
    }

    @Test
    void malformedPointerIsAMistakeOfTheTest() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> assertThat(sandbox).hasFile("a.json").jsonAt("name"));
    }
}
