package dev.sandboxed.junit.internal.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Objects;

/**
 * Writes a report as one page that needs nothing else.
 *
 * <p>Whatever a sandbox or a test has told is hostile. It is in the page only as data, in which no tag can begin, and the page runs
 * nothing but the script whose hash its policy names and reaches no network.
 */
final class Page {

    private Page() {}

    static String of(JsonNode report) throws IOException {
        String style = resource("page.css");
        String script = resource("model.js") + resource("drawing.js") + resource("page.js");
        return resource("page.html")
                .replace("{policy}", policy(style, script))
                .replace("{style}", style)
                .replace("{script}", script)
                // The last, since nothing may be replaced in what others have written.
                .replace("{data}", report.toString().replace("<", "\\u003c"));
    }

    private static String policy(String style, String script) {
        return "default-src 'none'; style-src '" + hash(style) + "'; script-src '" + hash(script)
                + "'; base-uri 'none'; form-action 'none'";
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(Page.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
