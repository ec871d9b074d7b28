package dev.sandboxed.provider.microvm.internal.ctl;

/**
 * A machine that a controller has made.
 *
 * @param controller whom to tell
 * @param id what the controller calls it
 * @param folder where files of ours lie inside
 * @param passesInput whether {@code exec} passes its standard input on
 */
record CtlMachine(Controller controller, String id, String folder, boolean passesInput) {}
