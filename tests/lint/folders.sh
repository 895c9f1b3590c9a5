#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Which folder may use which: engine none (and no I/O, heap, clock or library), db only its databases, each in a folder
# of its own, service both, through their public headers. Checked by what a file includes and, for the engine, by what
# its objects ask the linker for and keep in memory.
set -u
cd "$(dirname "$0")/../.." || exit 1
build=${BUILD:-build}
bad=0

# Prints those includes in folder $1 that do not match $2 or do match $3.
includes() {
    local found
    found=$(grep -rnE '^[[:space:]]*#[[:space:]]*include' --include='*.c' --include='*.h' "$1" 2>/dev/null |
        awk -v allowed="$2" -v banned="$3" '
            { what = $0; sub(/^[^#]*#[ \t]*include[ \t]*/, "", what) }
            what !~ allowed || (banned != "" && what ~ banned)')
    if [ -n "$found" ]; then
        printf '%s\n' "$found" | sed "s/^/folders: $1 may not include this: /"
        bad=1
    fi
}

c_headers='assert|ctype|dirent|endian|errno|fcntl|inttypes|libgen|limits|poll|pthread|signal|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|string|time|unistd|sys/[a-z]+'
includes engine '^("engine/|<(stdbool|stddef|stdint|string|assert|limits)[.]h>)' ''
# The rest of the engine knows an expansion by one header, engine/NAME/NAME.h; an internal.h is for the engine only. The
# engine's own tests compare an expansion's tables with the rule books.
found=$(git grep --untracked -nE '#include "engine/(.*/)?internal\.h"' -- '*.c' '*.h' ':!engine' ':!tests/lint'
    git grep --untracked -nE '#include "engine/[a-z]+/' -- 'engine/*.c' 'engine/*.h' 'service' 'tests' 'db' |
        awk -F: '{
            folder = $1; sub(/\/[^\/]*$/, "", folder)
            name = $0; sub(/.*#include "/, "", name); sub(/".*/, "", name)
            part = name; sub(/\/[^\/]*$/, "", part); sub(/.*\//, "", part)
            if (folder != "engine/" part && folder != "tests/engine" && !(folder == "engine" && name == "engine/" part "/" part ".h"))
                print
        }')
if [ -n "$found" ]; then
    printf '%s\n' "$found" | sed 's/^/folders: this header is not for this file: /'
    bad=1
fi
includes db "^(\"db/|<(sqlite3|libpq-fe|$c_headers)[.]h>)" ''
for driver in sqlite:sqlite3 postgresql:libpq-fe; do # each library is one folder's
    found=$(git grep --untracked -nE "#include (<${driver#*:}[.]h>|\"db/${driver%:*}/)" -- db ":!db/${driver%:*}")
    if [ -n "$found" ]; then
        printf '%s\n' "$found" | sed "s/^/folders: db/${driver%:*} alone may include this: /"
        bad=1
    fi
done
includes service '^("(service|db|engine|embedded)/|<)' '^(<sqlite3[.]h>|<check[.]h>|"db/(.*/|.*_int[.]h|driver[.]h))'
includes tests '^("(tests|service|db|engine|embedded)/|<)' '^<sqlite3[.]h>' |
    grep -v ': tests/\(db/\|bench/\|support/sql[a-z_]*\.c\)' && bad=1

# What the engine may need from outside: moving and comparing bytes, and assert.
if [ -f "$build/libengine.a" ]; then
    found=$(nm -g "$build/libengine.a" 2>/dev/null | awk '
        NF == 3 { defined[$3] = 1 }
        NF == 2 && $1 == "U" { needed[$2] = 1 }
        END {
            for (name in needed)
                if (!(name in defined) && name !~ /^(mem(cpy|move|set|cmp|chr)|str(len|cmp|ncmp|chr)|__popcount[sd]i2|__assert_fail|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_)$/)
                    print "folders: engine may not call this: " name
        }')
    variables=$(size -A "$build/libengine.a" | awk '
        /^[^ ]+\.o / { object = $1 }
        $1 ~ /^\.t?(data|bss)/ && $1 !~ /^\.data\.rel\.ro/ && $2 > 0 {
            print "folders: engine may not have variables that outlive a call: " object ": " $1 " of " $2 " bytes"
        }')
    if [ -n "$found$variables" ]; then
        printf '%s\n' "$found" "$variables" | sed '/^$/d'
        bad=1
    fi
fi

# If two functions in the libraries had one name, the linker would silently take either.
twice=$(nm -g --defined-only "$build"/lib{engine,db,service}.a 2>/dev/null |
    awk 'NF == 3 && count[$3]++ == 1 { print "folders: two functions are called " $3 }')
if [ -n "$twice" ]; then
    printf '%s\n' "$twice"
    bad=1
fi
exit $bad
