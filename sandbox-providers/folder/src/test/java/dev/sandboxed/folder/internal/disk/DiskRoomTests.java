package dev.sandboxed.folder.internal.disk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DiskRoomTests {

    @Test
    void isUsedUpWhenAPieceOfUsualSizeFindsNone() {
        long large = 1L << 30;
        assertThat(DiskRoom.isUsedUp(large, 1 << 19)).isTrue();
        assertThat(DiskRoom.isUsedUp(large, 2 << 20)).isFalse();
        assertThat(DiskRoom.isUsedUp(1 << 20, 16 << 10)).isTrue();
        assertThat(DiskRoom.isUsedUp(1 << 20, 900 << 10)).isFalse();
    }
}
