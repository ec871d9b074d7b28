package dev.sandboxed.junit.inside;

import dev.sandboxed.junit.EnabledIfSandbox;

@EnabledIfSandbox(provider = "bubblewrap")
class BubblewrapInsideTests extends InsideContract {

    @Override
    String provider() {
        return "bubblewrap";
    }
}
