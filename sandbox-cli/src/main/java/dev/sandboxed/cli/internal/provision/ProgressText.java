package dev.sandboxed.cli.internal.provision;

import dev.sandboxed.provision.plan.ProvisionListener;
import java.io.PrintWriter;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** Prints a line when something begins, ends, or a tenth more of a file has arrived. */
public final class ProgressText implements ProvisionListener {

    private static final int TENTHS = 10;

    private final PrintWriter out;
    private final Map<String, Long> shown = new ConcurrentHashMap<>();

    public ProgressText(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void begun(String what) {
        print(what);
    }

    @Override
    public void fetched(String name, long bytes, OptionalLong total) {
        if (total.isPresent() && total.getAsLong() > 0) {
            long tenth = bytes * TENTHS / total.getAsLong();
            Long before = shown.put(name, tenth);
            if (before == null || before != tenth) {
                print(name + ": " + tenth * TENTHS + " %" + PlanText.size(total));
            }
        }
    }

    @Override
    public void done(String what) {
        print(what);
    }

    private synchronized void print(String line) {
        out.println("  " + line);
        out.flush();
    }
}
