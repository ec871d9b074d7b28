package dev.sandboxed.guest.files;

/**
 * The scripts that the guest's shell runs. They use what POSIX knows, and {@code readlink} and {@code head -c}, which every
 * system has.
 *
 * <p>All paths are absolute, so none is taken for an option. Refusals of their own are worded as the system's are, so that
 * {@link GuestFaults} reads both alike. A name may end in newlines, which {@code $(…)} would swallow: hence the dot that is
 * put behind it and taken off again.
 */
final class Scripts {

    private static final String REFUSE = """
            refuse() { echo "sh: $1" >&2; exit 1; }
            """;

    private static final String PARENTS = """
            parents() { [ -d "${1%/*}/" ] || mkdir -p "${1%/*}/" || exit 1; }
            """;

    /** Returns who the sandbox's user is, and whether stat works: that of GNU fails on some kernels in user space. */
    static final String FACTS = """
            id -u && id -g && id -G || exit 1
            if stat -c %f / >/dev/null 2>&1; then echo stat; else echo find; fi
            """;

    /** Looks at the entries that the rest of the script, made by {@link EntryFormat}, selects in a directory. */
    static final String DIRECTORY_FIRST = REFUSE + """
            if [ ! -d "$1" ]; then
              [ ! -e "$1" ] || refuse 'Not a directory'
              refuse 'No such file or directory'
            fi
            """;

    /** Prints the target of each link; nothing for one that is gone. */
    static final String LINK_TARGETS = """
            for link; do readlink -n "$link"; printf '\\0'; done
            """;

    /** Print where a path leads when its links are followed. */
    static final String FOLLOW = """
            readlink -f "$1" || { : <"$1"; exit 1; }
            """;

    /**
     * Makes sure that the user may write the files $2 and following, print where they really lie, and before that whether
     * they are new or, where there was one, what the rest of the script finds out about its mode.
     *
     * <p>The user opens each of them, which proves everything at once, also where a shell's own test would think that root
     * may do anything. With a name for a draft in $1, that is made beside the file instead. Links are followed one by one,
     * since the readlink of BusyBox follows none that leads to a file yet to be made.
     */
    private static final String PLACE = REFUSE + PARENTS + """
            draft=$1; shift
            for path; do
              links=0
              while [ -L "$path" ]; do
                links=$((links + 1))
                [ $links -le 40 ] || refuse 'Too many levels of symbolic links'
                to=$(readlink -n "$path" && echo .) || exit 1
                case $to in /*) path=${to%.} ;; *) path=${path%/*}/${to%.} ;; esac
              done
              parents "$path"
              state=new
              if [ -d "$path" ]; then refuse 'Is a directory'; fi
              if [ -e "$path" ]; then
                [ -f "$path" ] || refuse 'Not a plain file'
                state=$(modeOf "$path") || exit 1
              fi
              if [ "$draft" ]; then : >"${path%/*}/$draft" || exit 1; else : >>"$path" || exit 1; fi
              cd -P "${path%/*}/" || exit 1
              printf '%s\\0%s/%s\\0' "$state" "${PWD%/}" "${path##*/}"
            done
            """;

    /** Finds places of files for which a mode is asked for, whatever that of a file is which is there. */
    static final String PLACE_ONLY = "modeOf() { echo old; }\n" + PLACE;

    /** Finds places of files that keep the mode of what is there. */
    static String placeAndMode(EntryFormat format) {
        return "modeOf() { " + format.modeOf() + "; }\n" + PLACE;
    }

    /** Puts a draft into its place. */
    static final String SETTLE = """
            mv -f "$1" "$2" || { rm -f "$1"; exit 1; }
            """;

    static final String REMOVE = """
            rm -f "$@"
            """;

    /** Prints what a plain file holds from a byte on, whose number begins at one, and at most so many. */
    static final String CONTENT = REFUSE + """
            [ ! -d "$1" ] || refuse 'Is a directory'
            [ -e "$1" ] || refuse 'No such file or directory'
            [ -f "$1" ] || refuse 'Not a plain file'
            [ -r "$1" ] || refuse 'Permission denied'
            if [ "$2" = 1 ]; then head -c "$3" "$1"; else tail -c "+$2" "$1" | head -c "$3"; fi
            """;

    /** Prints a NUL for each path that the user may read, up to the first that the user may not. */
    static final String READABLE = REFUSE + """
            for path; do
              if [ -d "$path" ]; then
                [ -r "$path" ] && [ -x "$path" ] || refuse 'Permission denied'
              else
                : <"$path" || exit 1
              fi
              printf '\\0'
            done
            """;

    static final String MAKE_DIRECTORY = """
            mkdir -p "$1"
            """;

    /** Makes the directories $@, see that they may be written, and print where the first really lies. */
    static final String MAKE_DIRECTORIES = REFUSE + """
            mkdir -p "$@" || exit 1
            for directory; do
              [ -w "$directory" ] && [ -x "$directory" ] || refuse 'Permission denied'
            done
            cd -P "$1" && printf '%s\\0' "$PWD"
            """;

    /** Deletes a file, a link or an empty directory. */
    static final String DELETE = """
            if [ -d "$1" ] && [ ! -L "$1" ]; then rmdir "$1"; else rm "$1"; fi
            """;

    /** Deletes with all that is below; a directory of the user's that may not be written is opened first. */
    static final String DELETE_ALL = """
            if [ -d "$1" ] && [ ! -L "$1" ] && [ -w "${1%/*}/" ]; then
              rm -r "$1" 2>/dev/null && exit
              chmod -R u+rwx "$1" 2>/dev/null
            fi
            rm -r "$1"
            """;

    /** Move; mv alone would move into a directory at the new place, or into one that a link there leads to. */
    static final String MOVE = REFUSE + PARENTS + """
            [ -e "$1" ] || [ -L "$1" ] || refuse 'No such file or directory'
            parents "$2"
            if [ -L "$2" ]; then
              [ ! -d "$2" ] || rm -f "$2" || exit 1
            elif [ -d "$2" ]; then
              [ ! -L "$1" ] && [ "$1" -ef "$2" ] && exit
              rmdir "$2" || exit 1
            fi
            mv -f "$1" "$2"
            """;

    /** Sets the mode $1 of all others. */
    static final String CHMOD = REFUSE + """
            [ -e "$2" ] || refuse 'No such file or directory'
            chmod "$@"
            """;

    /** Makes the link $1 that says $2. */
    static final String LINK = PARENTS + """
            parents "$1"
            if [ -L "$1" ] || [ ! -d "$1" ]; then rm -f "$1" || exit 1; else rmdir "$1" || exit 1; fi
            ln -s -- "$2" "$1"
            """;

    private Scripts() {}
}
