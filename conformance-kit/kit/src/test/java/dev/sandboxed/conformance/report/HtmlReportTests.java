package dev.sandboxed.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.Certificates;
import dev.sandboxed.conformance.certificate.Outcome;
import dev.sandboxed.conformance.contract.Contract;
import dev.sandboxed.conformance.contract.ContractClause;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class HtmlReportTests {

    private static final String HOSTILE = "</div><script>alert('x')</script>\"&\u001b[2J\uD83D";

    private final Document certified = Xml.parse(HtmlReport.of(Certificates.certified()));

    @Test
    void theHeadTellsWhatWasExaminedWhereAndWhen() {
        assertThat(certified.getDocumentElement().getAttribute("lang")).isEqualTo("en");
        assertThat(texts(certified, "title")).containsExactly("pretend: certified");
        assertThat(texts(certified, "h1")).containsExactly("pretend certified");
        assertThat(texts(certified, "dd"))
                .containsExactly(
                        "pretend 2.1",
                        "runtime 7",
                        "userspace-kernel",
                        "Linux 6.1, amd64, 2 processors, 8.0 GiB of memory, virtualisation: none",
                        Contract.current().version(),
                        "0.1.0",
                        "2026-11-14T10:15:30Z, for 61 s",
                        Contract.current().digest());
    }

    @Test
    void everyClauseIsARowWithItsPromiseAndALinkToTheContract() {
        List<Element> links = Xml.elements(certified, "a");

        assertThat(links)
                .extracting(Element::getTextContent)
                .containsExactlyElementsOf(Contract.current().clauses().stream()
                        .map(ContractClause::id)
                        .toList());
        assertThat(links)
                .extracting(link -> link.getAttribute("href"))
                .containsExactlyElementsOf(Contract.current().clauses().stream()
                        .map(ContractClause::anchor)
                        .toList());
        assertThat(texts(certified, "td"))
                .contains("Exit codes 0 to 255 come back unchanged.")
                .contains("Patterns work with *, **, ? and classes.");
    }

    @Test
    void clausesStandInTheGroupsOfTheContract() {
        assertThat(texts(certified, "h3"))
                .hasSize(Contract.current().groups().size())
                .startsWith("LIFE: life cycle", "EXEC: running commands");
    }

    @Test
    void everyHeaderOfATableSaysWhatItIsFor() {
        assertThat(Xml.elements(certified, "th")).isNotEmpty().allMatch(header -> header.hasAttribute("scope"));
    }

    @Test
    void aFailureIsToldWithWordColourAndReason() {
        Document page = page(Certificates.with("EXEC-4", Outcome.FAILED, "exit code was 1"));

        assertThat(texts(page, "h1")).containsExactly("pretend not certified");
        assertThat(texts(page, "h2")).contains("What stands in the way");
        assertThat(texts(page, "li"))
                .contains("1 failed")
                .contains("EXEC-4 is a MUST, and the outcome is failed: exit code was 1");
        assertThat(withClass(page, "outcome failed")).containsExactly("failed");
        assertThat(withClass(page, "reason")).contains("exit code was 1");
    }

    @Test
    void whatASandboxSaidIsShownAndNotObeyed() {
        Document page = page(Certificates.with("EXEC-4", Outcome.FAILED, HOSTILE));

        assertThat(Xml.elements(page, "script")).isEmpty();
        assertThat(withClass(page, "reason")).contains("</div><script>alert('x')</script>\"&␛[2J\uFFFD");
    }

    @Test
    void whatALeftoverIsCalledIsShownAndNotObeyed() {
        Document page = page(Certificates.leaving(HOSTILE));

        assertThat(Xml.elements(page, "script")).isEmpty();
        assertThat(texts(page, "li")).contains("</div><script>alert('x')</script>\"&␛[2J\uFFFD");
    }

    @Test
    void aLongReasonIsFoldedBehindItsBeginning() {
        String reason = "it began like this\n" + "and went on\n".repeat(20);

        Document page = page(Certificates.with("EXEC-4", Outcome.FAILED, reason));

        assertThat(texts(page, "summary"))
                .singleElement()
                .asString()
                .startsWith("it began like this and went on and")
                .endsWith("…");
        assertThat(withClass(page, "reason")).contains(reason);
    }

    @Test
    void timingsAndCapabilitiesAreShown() {
        assertThat(texts(certified, "td")).contains("12.3 ms", "20.0 ms", "4.0 ms");
        assertThat(texts(certified, "code")).contains("CONNECT", "SNAPSHOT", "STREAMING");
    }

    @Test
    void whatWasNotMeasuredIsToldAsSuch() {
        assertThat(texts(page(Certificates.leaving("a folder")), "p")).contains("Not measured.");
    }

    @Test
    void thePageNeedsNoOtherFile() {
        String page = HtmlReport.of(Certificates.certified());

        assertThat(page).doesNotContain("src=", "@import", "url(", "<link");
    }

    private static Document page(Certificate certificate) {
        return Xml.parse(HtmlReport.of(certificate));
    }

    private static List<String> texts(Document page, String element) {
        return Xml.elements(page, element).stream().map(Element::getTextContent).toList();
    }

    private static List<String> withClass(Document page, String name) {
        return Xml.elements(page, "*").stream()
                .filter(element -> element.getAttribute("class").equals(name))
                .map(Element::getTextContent)
                .toList();
    }
}
