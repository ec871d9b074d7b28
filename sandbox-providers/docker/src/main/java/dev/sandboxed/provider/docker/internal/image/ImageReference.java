package dev.sandboxed.provider.docker.internal.image;

import com.github.dockerjava.api.model.AuthConfig;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes apart the name of an image.
 *
 * @param repository registry, if any, and path: {@code ghcr.io/owner/name}, {@code busybox}
 * @param version what to pull of it: a tag, or a digest with its {@code sha256:}
 */
record ImageReference(String repository, String version) {

    private static final int LONGEST = 512;
    private static final String DEFAULT_TAG = "latest";
    private static final String COMPONENT = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
    private static final Pattern WRITTEN = Pattern.compile("(?<repository>(?:[A-Za-z0-9][A-Za-z0-9.-]*(?::[0-9]+)?/)?"
            + COMPONENT + "(?:/" + COMPONENT + ")*)"
            + "(?::(?<tag>[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}))?"
            + "(?:@(?<digest>[a-z0-9]+:[0-9a-f]{32,128}))?");
    private static final Pattern ID = Pattern.compile("sha256:[0-9a-f]{1,64}");

    /**
     * Takes it apart. Without a tag it means {@code latest}: the engine would fetch every tag there is.
     *
     * <p>It becomes a part of the path of a request, so that nothing but a name may pass.
     *
     * @throws IllegalArgumentException if it is not the name of an image
     */
    static ImageReference parse(String text) {
        Matcher matcher = WRITTEN.matcher(text);
        if (text.length() > LONGEST || !matcher.matches()) {
            throw new IllegalArgumentException(
                    "it is not the name of an image, which is like registry:5000/path/name:tag," + " in lower case");
        }
        String tag = matcher.group("tag");
        String digest = matcher.group("digest");
        return new ImageReference(
                matcher.group("repository"), digest != null ? digest : tag != null ? tag : DEFAULT_TAG);
    }

    /** Returns whether a text is the id of an image rather than a name: no registry knows those. */
    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** Returns the registry, as docker's configuration does. */
    String registry() {
        int slash = repository.indexOf('/');
        String first = slash < 0 ? "" : repository.substring(0, slash);
        boolean host = first.contains(".") || first.contains(":") || first.equals("localhost");
        return !host || first.equals("docker.io") || first.equals("index.docker.io")
                ? AuthConfig.DEFAULT_SERVER_ADDRESS
                : first;
    }
}
