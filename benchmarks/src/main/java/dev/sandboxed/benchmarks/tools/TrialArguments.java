package dev.sandboxed.benchmarks.tools;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a trial is given on the command line.
 *
 * @param numbers the options by their names, each a number
 * @param providers the providers to try
 */
public record TrialArguments(Map<String, Long> numbers, List<String> providers) {

    private static final String OPTION = "--";

    public TrialArguments {
        numbers = Map.copyOf(numbers);
        providers = List.copyOf(providers);
    }

    /**
     * Returns what holds when these are the defaults and those were typed; providers that were typed replace the others.
     *
     * @throws IllegalArgumentException if an option is unknown, has no number, or one below zero
     */
    public TrialArguments overriddenBy(List<String> typed) {
        Map<String, Long> given = new TreeMap<>(numbers);
        List<String> named = new ArrayList<>();
        Iterator<String> words = typed.iterator();
        while (words.hasNext()) {
            String word = words.next();
            if (!word.startsWith(OPTION)) {
                named.add(word);
                continue;
            }
            String name = word.substring(OPTION.length());
            if (!given.containsKey(name)) {
                throw new IllegalArgumentException(
                        "Unknown option '" + word + "'; there are " + new TreeMap<>(numbers).keySet());
            }
            given.put(name, number(word, words.hasNext() ? words.next() : ""));
        }
        return new TrialArguments(given, named.isEmpty() ? providers : named);
    }

    private static long number(String option, String text) {
        try {
            long number = Long.parseLong(text);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IllegalArgumentException(
                "Option '" + option + "' needs a number that is not below zero, and was given '" + text + "'");
    }

    /** Returns the number of an option. */
    public int count(String option) {
        return Math.toIntExact(number(option));
    }

    /**
     * Returns the number of an option.
     *
     * @throws IllegalArgumentException if there is no such option
     */
    public long number(String option) {
        Long number = numbers.get(option);
        if (number == null) {
            throw new IllegalArgumentException("There is no option '" + option + "'");
        }
        return number;
    }
}
