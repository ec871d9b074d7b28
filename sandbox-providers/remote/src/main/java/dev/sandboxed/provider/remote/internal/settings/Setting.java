package dev.sandboxed.provider.remote.internal.settings;

/**
 * A setting of a provider.
 *
 * @param name its name, without what all settings of the provider begin with
 * @param variable the variable of the environment that says the same to other programs; empty if there is none
 */
public record Setting(String name, String variable) {

    /** Returns one that no variable of other programs stands for. */
    public static Setting of(String name) {
        return new Setting(name, "");
    }
}
