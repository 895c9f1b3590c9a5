#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Runs every check and reports which failed. Called by `make lint`, after a build.
set -u
cd "$(dirname "$0")/../.." || exit 1
failed=()

check() {
    local name=$1 started=$SECONDS
    shift
    if "$@"; then
        printf 'lint: %-12s ok (%d s)\n' "$name" $((SECONDS - started))
    else
        printf 'lint: %-12s FAILED\n' "$name"
        failed+=("$name")
    fi
}

# Tracked and new files, but not ignored ones, by pattern.
files() { git ls-files -z --cached --others --exclude-standard -- "$@" | sort -zu; }

clang_format() {
    local found
    found=$(files '*.c' '*.h' | xargs -0 -r clang-format --dry-run 2>&1 | sed -n 's/:.*warning: .*//p' | sort -u)
    [ -z "$found" ] && return
    printf '%s\n' "$found" | sed 's/^/format: make format would change /'
    return 1
}
clang_tidy() { make --no-print-directory -s -j2 -k BUILD="${BUILD:-build}" lint-tidy; }
shell() { files '*.sh' .ci/run | xargs -0 -r shellcheck; }
cpp_check() {
    mkdir -p "${BUILD:-build}/cppcheck"
    files '*.c' | xargs -0 -r cppcheck -j2 --quiet --std=c11 --enable=warning,performance,portability \
        --inline-suppr --suppress=missingIncludeSystem --suppress=unknownMacro:tests/* \
        --suppress=checkersReport --error-exitcode=1 --cppcheck-build-dir="${BUILD:-build}/cppcheck" \
        -D_GNU_SOURCE '-DHEXPOST_VERSION="0"' -I. -I"${BUILD:-build}"
}

longest() {
    local name bad=0
    while read -r name; do
        [ -e "tests/${name%%_*}/${name#*_}.sh" ] || [ -e "tests/${name%%_*}/test_${name#*_}.c" ] && continue
        echo "longest: there is no test program $name any more"
        bad=1
    done < <(grep -v '^#' tests/longest.txt)
    return $bad
}

# Every file of browser cases is run by a script next to it.
browser() {
    local file bad=0 run_by
    run_by=$(sed -n 's/^exec node .*together\.mjs" //p; s/^exec node .*web\/\([a-z_]*\)\.mjs.*/\1/p' tests/web/test_*.sh)
    while read -r file; do
        file=$(basename "$file" .mjs)
        grep -qw "$file" <<<"$run_by" && continue
        echo "browser: no tests/web/test_*.sh runs $file.mjs"
        bad=1
    done < <(grep -l '^await run(' tests/web/*.mjs)
    return $bad
}

check format clang_format
check shell shell
check folders tests/lint/folders.sh
check rooms tests/lint/rooms.sh
check circles tests/lint/circles.sh "${BUILD:-build}/engine"
check service tests/lint/circles.sh "${BUILD:-build}/service"
check asks tests/lint/asks.sh
check lengths tests/lint/lengths.sh
check words tests/lint/words.sh
check styles tests/lint/styles.sh
check longest longest
check browser browser
check docker tests/lint/docker.sh
check description make --no-print-directory -s openapi-lint
check types make --no-print-directory -s web-check
check catalogues tests/lint/catalogues.sh
check texts node tests/lint/texts.mjs
check cppcheck cpp_check
check clang-tidy clang_tidy

if [ ${#failed[@]} -gt 0 ]; then
    echo "lint: failed: ${failed[*]}"
    exit 1
fi
echo "lint: all is well"
