#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# tests/campaign/run.sh [PART...]: runs the campaign's parts (all of parts.txt, or the named ones) within
# CAMPAIGN_MINUTES, and writes the result of each into its section of tests/CAMPAIGN.md. The exit code is 1 if a part
# failed.
#
# A part is tests/campaign/NAME.sh. It runs in the top folder, with MINUTES (whole minutes, which it should take
# including its builds), SEED, BUILD and OUT (an empty folder, which is also TMPDIR and is kept). It reports progress on
# stderr, prints its result as Markdown list lines with figures on stdout, and exits with a code other than 0 if
# something failed, which is then among the lines.
set -u
export HEXPOST_QUOTAS=no # this is not a test of quotas
cd "$(dirname "$0")/../.." || exit 1
table=tests/campaign/parts.txt
report=tests/CAMPAIGN.md
export BUILD=${BUILD:-build} SEED=${SEED:-$(date +%s)}
ends=$((SECONDS + ${CAMPAIGN_MINUTES:-240} * 60))
grace=900 # seconds that a part may exceed the end of the whole run

rows() { grep -v '^#' "$table" | awk 'NF'; }
for part; do
    rows | awk -v part="$part" '$1 == part { found = 1 } END { exit !found }' || {
        echo "campaign: $table has no part $part" >&2
        exit 2
    }
done
[ $# -gt 0 ] || mapfile -t all < <(rows | awk '{ print $1 }')
chosen=("${@:-${all[@]}}")

# The sum of the shares of the named parts.
shares() { rows | awk -v names=" $* " 'index(names, " " $1 " ") { sum += $2 } END { print sum }'; }

machine() {
    printf '%d cores (%s), %d GB, %s\n' "$(nproc)" \
        "$(awk -F ': *' '/^model name/ { print $2; exit }' /proc/cpuinfo)" \
        "$(awk '/^MemTotal/ { printf "%.0f", $2 / 1048576 }' /proc/meminfo)" "$(uname -sr)"
}

# Prints the present section of part $1 in the report.
old_section() {
    [ -f "$report" ] && awk -v name="## $1" '/^## / { on = $0 == name } on' "$report"
}

# Rewrites the report with the text of file $2 as the section of part $1.
write_report() {
    {
        cat <<'TEXT'
# The campaign

The results of the last run of each part of `make campaign`. The parts write this page;
[README.md](README.md#the-campaign) describes them.
TEXT
        rows | while read -r name _; do
            [ "$name" = "$1" ] && section=$(cat "$2") || section=$(old_section "$name")
            [ -z "$section" ] || printf '\n%s\n' "$section"
        done
    } >"$report.new" && mv "$report.new" "$report"
}

# Runs part $1 for about $2 minutes.
run_part() {
    local name=$1 minutes=$2 began=$SECONDS code tree commit verdict out=$BUILD/campaign/$1
    local result=$BUILD/campaign/$name.md lines=$BUILD/campaign/$name.lines
    rm -rf "$out" && mkdir -p "$out" || return 1
    [ -z "$(git status --porcelain -- . ":!$report")" ] && tree=clean || tree="with changes"
    commit=$(git rev-parse --short HEAD) # the commit being built; the working copy may move on in the meantime
    echo "campaign: $name, $minutes minutes, seed $SEED" >&2
    MINUTES=$minutes OUT=$PWD/$out TMPDIR=$PWD/$out \
        timeout --kill-after=60 $((ends - SECONDS > 0 ? ends - SECONDS + grace : grace)) \
        "tests/campaign/$name.sh" >"$lines"
    code=$?
    case $code in
    0) verdict=passed ;;
    124 | 137) verdict="failed: it did not finish" ;;
    *) verdict=failed ;;
    esac
    {
        printf '## %s\n\n%s\n\n' "$name" "$(rows | awk -v part="$name" -F '"' '$1 ~ "^" part " " { print $2 }')"
        printf '**%s** on %s at commit %s (%s), %d of %d minutes, seed %s;\n%s.\n\n' "$verdict" \
            "$(date -u '+%Y-%m-%d %H:%M UTC')" "$commit" "$tree" \
            $(((SECONDS - began + 59) / 60)) "$minutes" "$SEED" "$(machine)"
        cat "$lines"
    } >"$result"
    cat "$result" >&2
    write_report "$name" "$result"
    return $code
}

failed=0
while [ ${#chosen[@]} -gt 0 ]; do
    name=${chosen[0]}
    left=$((ends - SECONDS > 60 ? (ends - SECONDS) / 60 : 1))
    minutes=$((left * $(shares "$name") / $(shares "${chosen[@]}")))
    run_part "$name" $((minutes > 0 ? minutes : 1)) || failed=$((failed + 1))
    chosen=("${chosen[@]:1}")
done
echo "campaign: $failed parts failed" >&2
[ $failed -eq 0 ]
