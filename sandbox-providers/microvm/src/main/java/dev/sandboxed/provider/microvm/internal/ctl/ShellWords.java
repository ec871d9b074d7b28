package dev.sandboxed.provider.microvm.internal.ctl;

import dev.sandboxed.api.exec.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The words of a command line, split and joined as a shell does it, without anything that a shell would replace. */
final class ShellWords {

    private final String line;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;
    private int at;

    private ShellWords(String line) {
        this.line = line;
    }

    /**
     * Splits a line into words: at blanks, except in quotes and behind backslashes.
     *
     * @throws IllegalArgumentException if a quote is not closed or a backslash is the last character; the message says which
     */
    static List<String> split(String line) {
        ShellWords split = new ShellWords(line);
        while (split.at < line.length()) {
            split.step(line.charAt(split.at++));
        }
        split.endWord();
        return List.copyOf(split.words);
    }

    private void step(char c) {
        switch (c) {
            case ' ', '\t', '\n', '\r' -> endWord();
            case '\'' -> {
                inWord = true;
                int end = line.indexOf('\'', at);
                if (end < 0) {
                    throw unclosed(c);
                }
                word.append(line, at, end);
                at = end + 1;
            }
            case '"' -> doubleQuoted();
            case '\\' -> {
                inWord = true;
                word.append(escaped());
            }
            default -> {
                inWord = true;
                word.append(c);
            }
        }
    }

    /** Within these quotes, a backslash stands for itself, except before what would mean something there. */
    private void doubleQuoted() {
        inWord = true;
        int begin = at;
        while (at < line.length()) {
            char c = line.charAt(at++);
            if (c == '"') {
                return;
            }
            if (c == '\\' && at < line.length() && "\"\\$`".indexOf(line.charAt(at)) >= 0) {
                c = line.charAt(at++);
            }
            word.append(c);
        }
        at = begin;
        throw unclosed('"');
    }

    private char escaped() {
        if (at == line.length()) {
            throw new IllegalArgumentException("it ends with a backslash; leave that out, or double it");
        }
        return line.charAt(at++);
    }

    private IllegalArgumentException unclosed(char quote) {
        return new IllegalArgumentException("the quote " + quote + " at character " + at
                + " is not closed; close it, or put a backslash before it");
    }

    private void endWord() {
        if (inWord) {
            words.add(word.toString());
        }
        word.setLength(0);
        inWord = false;
    }

    /** Joins words so that a shell sees these again, whatever is in them. */
    static String join(List<String> words) {
        return words.stream().map(Command::quote).collect(Collectors.joining(" "));
    }
}
