package dev.sandboxed.guest.files;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.guest.internal.tar.TarFeed;
import dev.sandboxed.guest.internal.tar.TarItem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Writes plain files: the guest's shell proves that the user may and tells where they really lie, then one archive brings
 * them all.
 */
final class GuestWriter {

    private static final int WORDS_PER_PLACE = 2;
    private static final int PERMISSIONS = 0777;
    private static final Pattern MODE = Pattern.compile("[0-7]{1,5}");

    private final GuestArchives archives;
    private final GuestShell shell;
    private final GuestFaults faults;

    GuestWriter(GuestArchives archives, GuestShell shell, GuestFaults faults) {
        this.archives = archives;
        this.shell = shell;
        this.faults = faults;
    }

    /**
     * Where a file goes.
     *
     * @param given the path as the user gave it
     * @param path the absolute path behind all links
     * @param isNew whether there was none
     * @param mode what it is to have
     */
    private record Place(String given, String path, boolean isNew, int mode) {

        String directory() {
            return path.substring(0, Math.max(1, path.lastIndexOf('/')));
        }
    }

    /** Replaces a file, or makes it with its parents. */
    void write(String given, String path, Content content, WriteOptions options, GuestUser owner) {
        if (options.atomic()) {
            writeBeside(given, path, content, options, owner);
        } else {
            writeAll(Map.of(path, given), any -> content, options, owner);
        }
    }

    /**
     * What goes into a file.
     *
     * @param size how many bytes there are
     * @param source opens them
     */
    record Content(long size, TarItem.Source source) {

        static Content of(byte[] bytes) {
            return new Content(bytes.length, () -> new ByteArrayInputStream(bytes));
        }
    }

    private void writeBeside(String given, String path, Content content, WriteOptions options, GuestUser owner) {
        String draft = ".sandboxed-" + UUID.randomUUID();
        Place place = place(draft, Map.of(path, given), options, owner.format()).get(0);
        String beside = (place.directory().equals("/") ? "/" : place.directory() + "/") + draft;
        boolean settled = false;
        try {
            store(
                    given,
                    place.directory(),
                    List.of(TarItem.file(draft, owner.owner(), place.mode(), content.size(), content.source())));
            ExecResult result = shell.run(Scripts.SETTLE, beside, place.path());
            if (!result.succeeded()) {
                throw faults.of("write", given, result);
            }
            settled = true;
        } finally {
            if (!settled) {
                shell.run(Scripts.REMOVE, beside);
            }
        }
    }

    /**
     * Replaces files, or makes them with their parents, in one go.
     *
     * @param paths the paths as the user gave them, by the absolute ones
     */
    void writeAll(
            Map<String, String> paths, Function<String, Content> contents, WriteOptions options, GuestUser owner) {
        if (paths.isEmpty()) {
            return;
        }
        List<Place> places = place("", paths, options, owner.format());
        String root = commonDirectory(places);
        List<TarItem> items = new ArrayList<>();
        for (Place place : places) {
            Content content = contents.apply(place.given());
            String name = place.path().substring(root.equals("/") ? 1 : root.length() + 1);
            items.add(TarItem.file(name, owner.owner(), place.mode(), content.size(), content.source()));
        }
        boolean stored = false;
        try {
            store(places.get(0).given(), root, items);
            stored = true;
        } finally {
            if (!stored) {
                removeNew(places);
            }
        }
    }

    /** Finds the places of files; those that are new exist from now on and are empty. */
    private List<Place> place(String draft, Map<String, String> paths, WriteOptions options, EntryFormat format) {
        String script = options.mode() == null ? Scripts.placeAndMode(format) : Scripts.PLACE_ONLY;
        List<Place> places = new ArrayList<>();
        boolean placed = false;
        try {
            for (List<String> batch : GuestShell.batches(List.copyOf(paths.keySet()))) {
                List<String> arguments = new ArrayList<>(batch);
                arguments.add(0, draft);
                ExecResult result = shell.run(script, arguments);
                List<String> words = GuestShell.words(result);
                for (int i = 0; i + 1 < words.size() && i / WORDS_PER_PLACE < batch.size(); i += WORDS_PER_PLACE) {
                    String path = batch.get(i / WORDS_PER_PLACE);
                    places.add(place(paths.getOrDefault(path, path), words.get(i), words.get(i + 1), options));
                }
                if (!result.succeeded() || words.size() < batch.size() * WORDS_PER_PLACE) {
                    String failed = batch.get(Math.min(words.size() / WORDS_PER_PLACE, batch.size() - 1));
                    throw faults.of("write", paths.getOrDefault(failed, failed), result);
                }
            }
            placed = true;
            return places;
        } finally {
            if (!placed && draft.isEmpty()) {
                removeNew(places);
            }
        }
    }

    /**
     * Reads what the guest says about one place. A program that may become another user is not kept as such when it gets
     * another content, as no kernel does.
     */
    private Place place(String given, String state, String path, WriteOptions options) {
        if (!path.startsWith("/") || path.endsWith("/")) {
            throw faults.nonsense("write", given, "the place of the file", path);
        }
        boolean isNew = state.equals("new");
        if (isNew || options.mode() != null) {
            return new Place(given, path, isNew, options.modeOr(WriteOptions.MODE_OF_NEW_FILES));
        }
        if (!MODE.matcher(state).matches()) {
            throw faults.nonsense("write", given, "the mode of the file", state);
        }
        return new Place(given, path, false, Integer.parseInt(state, 8) & PERMISSIONS);
    }

    private void removeNew(List<Place> places) {
        List<String> made =
                places.stream().filter(Place::isNew).map(Place::path).toList();
        GuestShell.batches(made).forEach(batch -> shell.run(Scripts.REMOVE, batch));
    }

    private void store(String given, String directory, List<TarItem> items) {
        try (InputStream tar = new TarFeed(items)) {
            archives.store(directory, tar);
        } catch (IOException e) {
            throw faults.of("write", given, e);
        }
    }

    /** Finds the directory that all files lie in or below: an archive is unpacked in one place. */
    private static String commonDirectory(List<Place> places) {
        String common = places.get(0).directory();
        for (Place place : places) {
            while (!common.equals("/") && !(place.directory() + "/").startsWith(common + "/")) {
                common = common.substring(0, Math.max(1, common.lastIndexOf('/')));
            }
        }
        return common;
    }
}
