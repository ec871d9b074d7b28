package dev.sandboxed.junit.internal.injection;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Found by the launcher of the JUnit Platform; lets the pool know the test plans of a session. */
public final class SandboxedSessionListener implements LauncherSessionListener {

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        session.getLauncher().registerTestExecutionListeners(new RunListener(session.getStore()));
    }
}
