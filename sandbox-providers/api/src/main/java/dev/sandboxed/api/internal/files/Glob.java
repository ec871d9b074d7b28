package dev.sandboxed.api.internal.files;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern for paths: {@code *} and {@code ?} stay within a name, {@code **} crosses directories (and {@code **}{@code /}
 * matches none as well), {@code [a-z]} and {@code [!a-z]} are classes, {@code {a,b}} are alternatives, a backslash takes
 * the next character literally.
 */
public final class Glob {

    private final String text;
    private final Pattern regex;

    private Glob(String text, Pattern regex) {
        this.text = text;
        this.regex = regex;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if a class or an alternative is not closed, or the pattern is empty
     */
    public static Glob of(String pattern) {
        if (pattern.isEmpty()) {
            throw new IllegalArgumentException("A pattern for files must not be empty; use ** for everything");
        }
        try {
            return new Glob(pattern, Pattern.compile(new Translation(pattern).toRegex(), Pattern.DOTALL));
        } catch (PatternSyntaxException e) {
            throw malformed(pattern, e.getDescription());
        }
    }

    /** Returns whether a path, relative and without a slash at its start, matches as a whole. */
    public boolean matches(String path) {
        return regex.matcher(path).matches();
    }

    @Override
    public String toString() {
        return text;
    }

    private static IllegalArgumentException malformed(String pattern, String why) {
        return new IllegalArgumentException("Not a pattern for files: '" + pattern + "' (" + why
                + "); put a backslash before a character that is meant literally");
    }

    /** Turns the pattern into a regular expression, character by character. */
    private static final class Translation {
        private final String glob;
        private final StringBuilder regex = new StringBuilder();
        private int at;
        private boolean inAlternatives;

        Translation(String glob) {
            this.glob = glob;
        }

        String toRegex() {
            while (at < glob.length()) {
                int next = glob.codePointAt(at);
                at += Character.charCount(next);
                step(next);
            }
            if (inAlternatives) {
                throw malformed(glob, "'{' is not closed");
            }
            return regex.toString();
        }

        private void step(int c) {
            switch (c) {
                case '*' -> star();
                case '?' -> regex.append("[^/]");
                case '[' -> characterClass();
                case '{' -> {
                    regex.append("(?:");
                    inAlternatives = true;
                }
                case '}' -> {
                    regex.append(inAlternatives ? ")" : "\\}");
                    inAlternatives = false;
                }
                case ',' -> regex.append(inAlternatives ? "|" : ",");
                case '\\' -> escaped();
                default -> literal(c);
            }
        }

        private void star() {
            if (at >= glob.length() || glob.charAt(at) != '*') {
                regex.append("[^/]*");
                return;
            }
            at++;
            if (at < glob.length() && glob.charAt(at) == '/') {
                at++;
                regex.append("(?:.*/)?");
            } else {
                regex.append(".*");
            }
        }

        private void escaped() {
            int c = at < glob.length() ? glob.codePointAt(at) : '\\';
            at = Math.min(glob.length(), at + Character.charCount(c));
            literal(c);
        }

        private void characterClass() {
            boolean negated = at < glob.length() && (glob.charAt(at) == '!' || glob.charAt(at) == '^');
            at += negated ? 1 : 0;
            StringBuilder members = new StringBuilder();
            for (boolean first = true; first || peek() != ']'; first = false) {
                boolean escape = peek() == '\\';
                at += escape ? 1 : 0;
                int c = peek();
                at += Character.charCount(c);
                boolean special = escape ? !Character.isLetterOrDigit(c) : "[]\\^&~".indexOf(c) >= 0;
                members.append(special ? "\\" : "").appendCodePoint(c);
            }
            at++;
            regex.append("(?!/)[").append(negated ? "^" : "").append(members).append(']');
        }

        private int peek() {
            if (at >= glob.length()) {
                throw malformed(glob, "'[' is not closed");
            }
            return glob.codePointAt(at);
        }

        private void literal(int c) {
            regex.append(Pattern.quote(Character.toString(c)));
        }
    }
}
