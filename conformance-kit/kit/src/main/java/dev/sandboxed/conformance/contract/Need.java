package dev.sandboxed.conformance.contract;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a provider must declare for a clause to be examined. */
public sealed interface Need {

    /** Returns why these capabilities do not bring the clause into play; empty when they do. */
    Optional<String> lacking(Capabilities declared);

    /** Returns it as the contract writes it; empty where nothing is needed. */
    String written();

    /**
     * Returns what stands in the contract's column.
     *
     * @throws IllegalArgumentException if it is neither a capability, nor an isolation level with a plus, nor
     *     {@code any LIMIT}, nor several of these joined by {@code and}, nor empty
     */
    static Need parse(String text) {
        if (text.contains(All.AND)) {
            return new All(Arrays.stream(text.split(All.AND)).map(Need::parse).toList());
        }
        if (text.isEmpty()) {
            return new Nothing();
        }
        if (text.equals(AnyLimit.WRITTEN)) {
            return new AnyLimit();
        }
        return text.endsWith("+")
                ? new AtLeast(Isolation.valueOf(text.substring(0, text.length() - 1)))
                : new Feature(Capability.valueOf(text));
    }

    /** The clause holds for everyone. */
    record Nothing() implements Need {
        @Override
        public Optional<String> lacking(Capabilities declared) {
            return Optional.empty();
        }

        @Override
        public String written() {
            return "";
        }
    }

    /**
     * The clause is about something optional.
     *
     * @param capability what governs it
     */
    record Feature(Capability capability) implements Need {
        @Override
        public Optional<String> lacking(Capabilities declared) {
            return declared.has(capability)
                    ? Optional.empty()
                    : Optional.of("the provider does not declare " + capability);
        }

        @Override
        public String written() {
            return capability.name();
        }
    }

    /**
     * The clause is about those who isolate at least this strongly.
     *
     * @param floor the weakest level it holds for
     */
    record AtLeast(Isolation floor) implements Need {
        @Override
        public Optional<String> lacking(Capabilities declared) {
            return declared.isolation().atLeast(floor)
                    ? Optional.empty()
                    : Optional.of("the provider declares isolation " + declared.isolation() + ", the clause is for "
                            + floor + " and above");
        }

        @Override
        public String written() {
            return floor + "+";
        }
    }

    /**
     * The clause is about those who have several things at once.
     *
     * @param needs all that must be declared
     */
    record All(List<Need> needs) implements Need {

        static final String AND = " and ";

        public All {
            needs = List.copyOf(needs);
        }

        @Override
        public Optional<String> lacking(Capabilities declared) {
            return needs.stream()
                    .map(need -> need.lacking(declared))
                    .flatMap(Optional::stream)
                    .findFirst();
        }

        @Override
        public String written() {
            return needs.stream().map(Need::written).collect(Collectors.joining(AND));
        }
    }

    /** The clause is about limits, whichever there are. */
    record AnyLimit() implements Need {

        static final String WRITTEN = "any LIMIT";

        @Override
        public Optional<String> lacking(Capabilities declared) {
            boolean limits = Arrays.stream(Capability.values())
                    .filter(capability -> capability.name().startsWith("LIMIT_"))
                    .anyMatch(declared::has);
            return limits ? Optional.empty() : Optional.of("the provider declares no limit");
        }

        @Override
        public String written() {
            return WRITTEN;
        }
    }
}
