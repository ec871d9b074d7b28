package dev.sandboxed.provider.docker.internal.engine;

/** Know the kinds of engines that speak Docker's API, and how each is started. */
enum Flavour {
    DOCKER("Docker", "sudo systemctl start docker   (without systemd: sudo dockerd &)"),
    DOCKER_DESKTOP("Docker Desktop", "start Docker Desktop (Linux: systemctl --user start docker-desktop)"),
    COLIMA("Colima", "colima start"),
    RANCHER_DESKTOP("Rancher Desktop", "rdctl start"),
    PODMAN("Podman", "systemctl --user start podman.socket   (as root: systemctl start podman.socket)");

    private final String written;
    private final String start;

    Flavour(String written, String start) {
        this.written = written;
        this.start = start;
    }

    String written() {
        return written;
    }

    /** Returns the command that starts it. */
    String start() {
        return start;
    }

    /** Guesses from the socket, while it cannot be asked. */
    static Flavour at(String address) {
        if (address.contains("podman")) {
            return PODMAN;
        }
        if (address.contains("/.colima/")) {
            return COLIMA;
        }
        if (address.contains("/.rd/")) {
            return RANCHER_DESKTOP;
        }
        return address.contains("/.docker/") ? DOCKER_DESKTOP : DOCKER;
    }
}
