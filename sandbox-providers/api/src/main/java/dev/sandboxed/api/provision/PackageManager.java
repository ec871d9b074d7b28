package dev.sandboxed.api.provision;

/** Who installs packages of a distribution. */
public enum PackageManager {
    /** That of Debian and Ubuntu. */
    APT,
    /** That of Fedora and its relatives. */
    DNF,
    /** That of Alpine. */
    APK,
    /** Homebrew, on macOS. */
    BREW
}
