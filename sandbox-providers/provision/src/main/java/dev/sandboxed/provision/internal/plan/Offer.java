package dev.sandboxed.provision.internal.plan;

import dev.sandboxed.provision.plan.Finding;
import java.util.Optional;

/**
 * What a source has to offer for a program.
 *
 * @param finding how it can be had from there; empty if it cannot
 * @param reason why it cannot
 * @param remedy what a person can do about that
 */
record Offer(Optional<Finding> finding, String reason, Optional<String> remedy) {

    static Offer of(Finding finding) {
        return new Offer(Optional.of(finding), "", Optional.empty());
    }

    static Offer none(String reason) {
        return new Offer(Optional.empty(), reason, Optional.empty());
    }

    static Offer none(String reason, String remedy) {
        return new Offer(Optional.empty(), reason, Optional.of(remedy));
    }
}
