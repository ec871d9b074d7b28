package dev.sandboxed.cli.internal;

import picocli.CommandLine.IVersionProvider;

/** Tells the version that the build wrote into the jar. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String built = Main.class.getPackage().getImplementationVersion();
        return new String[] {"sandboxed " + (built == null ? "(not built as a jar)" : built)};
    }
}
