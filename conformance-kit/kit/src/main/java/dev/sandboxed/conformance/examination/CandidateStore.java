package dev.sandboxed.conformance.examination;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.platform.engine.support.store.Namespace;
import org.junit.platform.engine.support.store.NamespacedHierarchicalStore;

/** Where a launcher's session keeps the candidate for the class that examines it. */
final class CandidateStore {

    private static final String NAME = "dev.sandboxed.conformance";

    private CandidateStore() {}

    static void put(NamespacedHierarchicalStore<Namespace> session, Candidate candidate) {
        session.put(Namespace.create(NAME), Candidate.class, candidate);
    }

    static @Nullable Candidate get(ExtensionContext context) {
        return context.getStore(StoreScope.LAUNCHER_SESSION, ExtensionContext.Namespace.create(NAME))
                .get(Candidate.class, Candidate.class);
    }
}
