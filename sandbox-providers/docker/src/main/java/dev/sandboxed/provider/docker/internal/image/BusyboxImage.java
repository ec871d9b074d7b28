package dev.sandboxed.provider.docker.internal.image;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sandboxed.guest.internal.busybox.BusyboxRoot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Creates a complete image around one static program, in memory, the same bytes each time.
 *
 * <p>Because nothing in it depends on when and where it is made, two processes that make it at once make the same image.
 */
final class BusyboxImage {

    /** Change it whenever the image gets another content, so that the old one is not taken for it. */
    private static final String RECIPE = "1";

    private static final String REPOSITORY = "sandboxed/busybox";
    private static final String PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    private static final String EPOCH = "1970-01-01T00:00:00Z";
    private static final ObjectMapper JSON = JsonMapper.builder().build();

    private final byte[] program;
    private final Architecture architecture;

    BusyboxImage(byte[] program, Architecture architecture) {
        this.program = program.clone();
        this.architecture = architecture;
    }

    /** Returns whether an image is one of these, which say nothing of how they run but the usual path. */
    static boolean isOne(String name) {
        return name.startsWith(REPOSITORY + ":");
    }

    /** Returns the name, which says what is in it: another program or recipe has another one. */
    String name() {
        MessageDigest digest = sha256();
        digest.update(RECIPE.getBytes(StandardCharsets.UTF_8));
        return REPOSITORY + ":"
                + HexFormat.of().formatHex(digest.digest(program)).substring(0, 12);
    }

    /**
     * Makes the archive that {@code docker load} takes.
     *
     * @param applets the names under which the program can be called, without a leading slash
     */
    byte[] archive(List<String> applets) throws IOException {
        byte[] layer = layer(applets);
        String layerHash = hex(layer);
        byte[] config = JSON.writeValueAsBytes(Map.of(
                "architecture",
                architecture.image(),
                "os",
                "linux",
                "created",
                EPOCH,
                "config",
                Map.of("Env", List.of(PATH), "Cmd", List.of("/bin/sh"), "WorkingDir", "/"),
                "rootfs",
                Map.of("type", "layers", "diff_ids", List.of("sha256:" + layerHash)),
                "history",
                List.of(Map.of("created", EPOCH, "created_by", "sandboxed, recipe " + RECIPE))));
        String configName = hex(config) + ".json";
        byte[] manifest = JSON.writeValueAsBytes(List.of(Map.of(
                "Config", configName, "RepoTags", List.of(name()), "Layers", List.of(layerHash + "/layer.tar"))));
        try (PlainTar tar = new PlainTar()) {
            tar.file(configName, 0644, config);
            tar.folder(layerHash, 0755, 0);
            tar.file(layerHash + "/layer.tar", 0644, layer);
            tar.file("manifest.json", 0644, manifest);
            return tar.bytes();
        }
    }

    private byte[] layer(List<String> applets) throws IOException {
        try (PlainTar tar = new PlainTar()) {
            BusyboxRoot.write(program, applets, tar);
            return tar.bytes();
        }
    }

    private static String hex(byte[] content) {
        return HexFormat.of().formatHex(sha256().digest(content));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
