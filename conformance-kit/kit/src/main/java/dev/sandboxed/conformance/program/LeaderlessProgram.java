package dev.sandboxed.conformance.program;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A program whose first thread ends at once while another goes on. The kernel shows such a process as a zombie, as if it
 * were dead, although it runs, writes and holds its files; programs in several languages become one without meaning to.
 *
 * <p>The thread that goes on adds a line to the file that is the program's only argument, or prints one where there is no
 * argument, and does so again every 50 ms. It ends by itself some day, so that a provider that forgets it does no lasting
 * harm.
 */
public final class LeaderlessProgram {

    private static final short X86_64 = 62;
    private static final short AARCH64 = 183;
    private static final int AARCH64_MOVE_TO_W20 = 0x52800014;

    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration LONG_LIFE = Duration.ofMinutes(5);
    private static final int MOST_BEATS = 0xffff;
    /** Stands in the code for how often a line is written. */
    private static final String BEATS = "BEATS";

    /** A struct timespec of 50 ms, then the line that is written. */
    private static final String CONSTANTS = """
            00 00 00 00 00 00 00 00  80 f0 fa 02 00 00 00 00
            0a
            """;

    private static final String X86_64_CODE = """
            6a 01                    ; push 1                       write to standard output
            5b                       ; pop rbx
            48 83 3c 24 02           ; cmp qword [rsp], 2           unless there is an argument
            72 18                    ; jb clone
            48 8b 7c 24 10           ; mov rdi, [rsp + 16]          open it
            be 41 04 00 00           ; mov esi, 0x441               to append to, and make it
            ba a4 01 00 00           ; mov edx, 0644
            b8 02 00 00 00           ; mov eax, 2                   open
            0f 05                    ; syscall
            89 c3                    ; mov ebx, eax
            bf 00 0f 05 00           ; clone: mov edi, 0x50f00      a thread that shares everything
            48 8d b4 24 00 f0 ff ff  ; lea rsi, [rsp - 4096]
            b8 38 00 00 00           ; mov eax, 56                  clone
            0f 05                    ; syscall
            85 c0                    ; test eax, eax
            74 0c                    ; jz other
            c1 e8 1f                 ; shr eax, 31                  1 where there is no other thread
            89 c7                    ; mov edi, eax
            b8 3c 00 00 00           ; mov eax, 60                  exit, of this thread alone
            0f 05                    ; syscall
            bd BEATS                 ; other: mov ebp, the number of lines
            89 df                    ; beat: mov edi, ebx
            48 8d 35 36 00 00 00     ; lea rsi, [line]
            ba 01 00 00 00           ; mov edx, 1
            89 d0                    ; mov eax, edx                 write
            0f 05                    ; syscall
            48 8d 3d 16 00 00 00     ; lea rdi, [pause]
            31 f6                    ; xor esi, esi
            b8 23 00 00 00           ; mov eax, 35                  nanosleep
            0f 05                    ; syscall
            ff cd                    ; dec ebp
            75 da                    ; jnz beat
            31 ff                    ; xor edi, edi
            b8 e7 00 00 00           ; mov eax, 231                 exit_group
            0f 05                    ; syscall
            """;

    /** Instructions as they are usually written, the most significant byte first; in memory it comes last. */
    private static final String AARCH64_CODE = """
            52800033  ; mov w19, #1              write to standard output
            f94003e0  ; ldr x0, [sp]             unless there is an argument
            f100081f  ; cmp x0, #2
            54000103  ; b.lo clone
            92800c60  ; mov x0, #-100            open it, from the current folder on
            f9400be1  ; ldr x1, [sp, #16]
            52808822  ; mov w2, #0x441           to append to, and make it
            52803483  ; mov w3, #0644
            52800708  ; mov w8, #56              openat
            d4000001  ; svc #0
            2a0003f3  ; mov w19, w0
            5281e000  ; clone: mov w0, #0x0f00   a thread that shares everything
            72a000a0  ; movk w0, #5, lsl #16
            d14007e1  ; sub x1, sp, #4096
            d2800002  ; mov x2, #0
            d2800003  ; mov x3, #0
            d2800004  ; mov x4, #0
            52801b88  ; mov w8, #220             clone
            d4000001  ; svc #0
            34000080  ; cbz w0, other
            531f7c00  ; lsr w0, w0, #31          1 where there is no other thread
            52800ba8  ; mov w8, #93              exit, of this thread alone
            d4000001  ; svc #0
            BEATS     ; other: mov w20, the number of lines
            2a1303e0  ; beat: mov w0, w19
            10000221  ; adr x1, line
            52800022  ; mov w2, #1
            52800808  ; mov w8, #64              write
            d4000001  ; svc #0
            10000120  ; adr x0, pause
            d2800001  ; mov x1, #0
            52800ca8  ; mov w8, #101             nanosleep
            d4000001  ; svc #0
            71000694  ; subs w20, w20, #1
            54fffec1  ; b.ne beat
            52800000  ; mov w0, #0
            52800bc8  ; mov w8, #94              exit_group
            d4000001  ; svc #0
            """;

    private LeaderlessProgram() {}

    /**
     * Give the executable file for an architecture, which ends by itself after five minutes; empty where there is none.
     *
     * @param machine as {@code uname -m} or the JVM name it
     */
    public static Optional<byte[]> forMachine(String machine) {
        return forMachine(machine, LONG_LIFE);
    }

    /**
     * Give the executable file for an architecture; empty where there is none.
     *
     * @param machine as {@code uname -m} or the JVM name it
     * @param life about how long it goes on if nobody ends it
     * @throws IllegalArgumentException if that is less than a line takes, or more than 54 minutes
     */
    public static Optional<byte[]> forMachine(String machine, Duration life) {
        long beats = life.dividedBy(PAUSE);
        if (beats < 1 || beats > MOST_BEATS) {
            throw new IllegalArgumentException(
                    "A life must have 1 to " + MOST_BEATS + " lines every " + PAUSE + ", but was " + life);
        }
        return switch (machine) {
            case "x86_64", "amd64" -> Optional.of(StaticElf.of(X86_64, x86((int) beats)));
            case "aarch64", "arm64" -> Optional.of(StaticElf.of(AARCH64, aarch((int) beats)));
            default -> Optional.empty();
        };
    }

    private static byte[] x86(int beats) {
        String number = HexFormat.of().toHexDigits(Integer.reverseBytes(beats));
        return hex(X86_64_CODE.replace(BEATS, number) + CONSTANTS);
    }

    private static byte[] aarch(int beats) {
        String instruction = HexFormat.of().toHexDigits(AARCH64_MOVE_TO_W20 | beats << 5);
        return words(AARCH64_CODE.replace(BEATS, instruction), hex(CONSTANTS));
    }

    private static byte[] hex(String listing) {
        return HexFormat.of().parseHex(String.join("", instructions(listing)));
    }

    private static byte[] words(String listing, byte[] constants) {
        List<String> words = instructions(listing);
        ByteBuffer code = ByteBuffer.allocate(words.size() * Integer.BYTES + constants.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        words.forEach(word -> code.putInt(HexFormat.fromHexDigits(word)));
        return code.put(constants).array();
    }

    /** Leave out what a listing says to people. */
    private static List<String> instructions(String listing) {
        return listing.lines().map(line -> line.replaceAll(";.*|\\s", "")).toList();
    }
}
