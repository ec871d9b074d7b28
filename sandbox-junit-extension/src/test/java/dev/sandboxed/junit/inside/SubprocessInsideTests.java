package dev.sandboxed.junit.inside;

class SubprocessInsideTests extends InsideContract {

    @Override
    String provider() {
        return "subprocess";
    }
}
