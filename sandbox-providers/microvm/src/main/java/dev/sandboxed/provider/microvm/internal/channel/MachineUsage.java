package dev.sandboxed.provider.microvm.internal.channel;

import dev.sandboxed.api.Usage;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.folder.internal.disk.DiskRoom;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the kernel in a machine says of the control group of all commands, and of the drive.
 *
 * @param usage what they use and have used
 * @param outOfMemoryKills how many of them were killed for lack of memory
 * @param frozen whether all of them stand still
 * @param diskFull whether hardly anything more can be written
 */
public record MachineUsage(Usage usage, long outOfMemoryKills, boolean frozen, boolean diskFull) {

    /** Reads files of a control group and what is told of the drive, each behind its name in brackets. */
    static MachineUsage read(String text) {
        Map<String, Long> figures = new HashMap<>();
        String file = "";
        for (String line : text.split("\n")) {
            String[] words = line.strip().split(" ");
            if (line.startsWith("[")) {
                file = line.strip();
            } else if (words.length == 1 && isNumber(words[0])) {
                figures.put(file, Long.parseLong(words[0]));
            } else if (words.length == 2 && isNumber(words[1])) {
                figures.put(file + words[0], Long.parseLong(words[1]));
            }
        }
        long memory = figures.getOrDefault("[memory.current]", 0L);
        return new MachineUsage(
                new Usage(
                        Duration.of(figures.getOrDefault("[cpu.stat]usage_usec", 0L), ChronoUnit.MICROS),
                        DataSize.ofBytes(memory),
                        DataSize.ofBytes(Math.max(memory, figures.getOrDefault("[memory.peak]", 0L))),
                        figures.getOrDefault("[pids.current]", 0L).intValue(),
                        Optional.ofNullable(figures.get("[disk]taken")).map(DataSize::ofBytes)),
                figures.getOrDefault("[memory.events]oom_kill", 0L),
                figures.getOrDefault("[cgroup.events]frozen", 0L) > 0,
                DiskRoom.isUsedUp(
                        figures.getOrDefault("[disk]size", 0L), figures.getOrDefault("[disk]left", Long.MAX_VALUE)));
    }

    private static boolean isNumber(String word) {
        return !word.isEmpty() && word.chars().allMatch(Character::isDigit);
    }
}
