package dev.sandboxed.provider.microvm.internal.ctl;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.EnumSet;
import java.util.Set;

/** What a controller may understand beyond the words that all of them do. It says so in its answer to {@code probe}. */
enum Extension {
    /** {@code create} takes {@code --workdir}, and makes that directory where commands could not. */
    WORKDIR("workdir"),
    /** {@code exec} passes its standard input on while the command runs. */
    INPUT("input");

    private final String word;

    Extension(String word) {
        this.word = word;
    }

    /** Returns those that are in a list of words; whatever else is there means nothing here. */
    static Set<Extension> in(JsonNode words) {
        Set<Extension> known = EnumSet.noneOf(Extension.class);
        for (JsonNode said : words) {
            for (Extension one : values()) {
                if (one.word.equals(said.asText())) {
                    known.add(one);
                }
            }
        }
        return known;
    }
}
