package dev.sandboxed.mutants.internal;

import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.TransferListener;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spi.ForwardingSandboxFiles;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * The ways to break the files of a sandbox.
 *
 * <p>Each verb takes what is called instead of one method: a function of the working files and of the arguments. All other
 * methods still work.
 */
public abstract sealed class FileVerbs permits SandboxVerbs {

    /** Called instead of {@link SandboxFiles#write(String, InputStream, WriteOptions)}. */
    @FunctionalInterface
    public interface Write {
        void write(SandboxFiles files, String path, InputStream content, WriteOptions options);
    }

    /** Called instead of {@link SandboxFiles#move(String, String)}. */
    @FunctionalInterface
    public interface Move {
        void move(SandboxFiles files, String from, String to);
    }

    /** Called instead of {@link SandboxFiles#upload(Path, String, TransferListener)}. */
    @FunctionalInterface
    public interface Upload {
        void upload(SandboxFiles files, Path source, String target, TransferListener progress);
    }

    /** Called instead of {@link SandboxFiles#download(String, Path, DownloadOptions)}. */
    @FunctionalInterface
    public interface Download {
        void download(SandboxFiles files, String source, Path target, DownloadOptions options);
    }

    /** Breaks the files of every sandbox. */
    public abstract MutantBuilder files(UnaryOperator<SandboxFiles> change);

    /** Breaks one method of the files of every sandbox. */
    abstract MutantBuilder files(String verb, UnaryOperator<SandboxFiles> change);

    public MutantBuilder read(BiFunction<SandboxFiles, String, InputStream> instead) {
        return files("read", working -> new ForwardingSandboxFiles(working) {
            @Override
            public InputStream read(String path) {
                return instead.apply(files(), path);
            }
        });
    }

    public MutantBuilder readBytes(TriFunction<SandboxFiles, String, DataSize, byte[]> instead) {
        return files("readBytes", working -> new ForwardingSandboxFiles(working) {
            @Override
            public byte[] readBytes(String path, DataSize most) {
                return instead.apply(files(), path, most);
            }
        });
    }

    public MutantBuilder write(Write instead) {
        return files("write", working -> new ForwardingSandboxFiles(working) {
            @Override
            public void write(String path, InputStream content, WriteOptions options) {
                instead.write(files(), path, content, options);
            }
        });
    }

    public MutantBuilder writeAll(BiConsumer<SandboxFiles, Map<String, byte[]>> instead) {
        return files("writeAll", working -> new ForwardingSandboxFiles(working) {
            @Override
            public void writeAll(Map<String, byte[]> contents) {
                instead.accept(files(), contents);
            }
        });
    }

    public MutantBuilder stat(BiFunction<SandboxFiles, String, FileEntry> instead) {
        return files("stat", working -> new ForwardingSandboxFiles(working) {
            @Override
            public FileEntry stat(String path) {
                return instead.apply(files(), path);
            }
        });
    }

    public MutantBuilder exists(BiFunction<SandboxFiles, String, Boolean> instead) {
        return files("exists", working -> new ForwardingSandboxFiles(working) {
            @Override
            public boolean exists(String path) {
                return instead.apply(files(), path);
            }
        });
    }

    /** Breaks the listing of a folder; that of all sandboxes is {@link MutantBuilder#sandboxes}. */
    public MutantBuilder listing(BiFunction<SandboxFiles, String, List<FileEntry>> instead) {
        return files("listing", working -> new ForwardingSandboxFiles(working) {
            @Override
            public List<FileEntry> list(String directory) {
                return instead.apply(files(), directory);
            }
        });
    }

    public MutantBuilder walk(TriFunction<SandboxFiles, String, Integer, List<FileEntry>> instead) {
        return files("walk", working -> new ForwardingSandboxFiles(working) {
            @Override
            public List<FileEntry> walk(String directory, int depth) {
                return instead.apply(files(), directory, depth);
            }
        });
    }

    public MutantBuilder glob(TriFunction<SandboxFiles, String, String, List<FileEntry>> instead) {
        return files("glob", working -> new ForwardingSandboxFiles(working) {
            @Override
            public List<FileEntry> glob(String directory, String pattern) {
                return instead.apply(files(), directory, pattern);
            }
        });
    }

    public MutantBuilder mkdirs(BiConsumer<SandboxFiles, String> instead) {
        return files("mkdirs", working -> new ForwardingSandboxFiles(working) {
            @Override
            public void mkdirs(String directory) {
                instead.accept(files(), directory);
            }
        });
    }

    public MutantBuilder delete(BiConsumer<SandboxFiles, String> instead) {
        return files("delete", working -> new ForwardingSandboxFiles(working) {
            @Override
            public void delete(String path) {
                instead.accept(files(), path);
            }
        });
    }

    public MutantBuilder deleteAll(BiConsumer<SandboxFiles, String> instead) {
        return files("deleteAll", working -> new ForwardingSandboxFiles(working) {
            @Override
            public void deleteAll(String path) {
                instead.accept(files(), path);
            }
        });
    }

    public MutantBuilder move(Move instead) {
        return files("move", working -> new ForwardingSandboxFiles(working) {
            @Override
            public void move(String from, String to) {
                instead.move(files(), from, to);
            }
        });
    }

    public MutantBuilder upload(Upload instead) {
        return files("upload", working -> new ForwardingSandboxFiles(working) {
            @Override
            public void upload(Path source, String target, TransferListener progress) {
                instead.upload(files(), source, target, progress);
            }
        });
    }

    public MutantBuilder download(Download instead) {
        return files("download", working -> new ForwardingSandboxFiles(working) {
            @Override
            public void download(String source, Path target, DownloadOptions options) {
                instead.download(files(), source, target, options);
            }
        });
    }
}
