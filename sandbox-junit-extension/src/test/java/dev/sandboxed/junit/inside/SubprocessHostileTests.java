package dev.sandboxed.junit.inside;

class SubprocessHostileTests extends HostileContract {

    @Override
    String provider() {
        return "subprocess";
    }
}
