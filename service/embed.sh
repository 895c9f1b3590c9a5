#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Writes files as C source on standard output, so that the program carries them inside.
#   embed.sh bytes NAME [FILE]      NAME[] and NAME_len (service/base/embedded.h); no file: no bytes
#   embed.sh migrations NAME FILE...     NAME[] and NAME_count (db/migrations.h)
#   embed.sh web FOLDER...          web_files[]: their files as they are and compressed; those of FOLDER/assets
#                                   in a folder named by their version, which stands for {{version}} in the others
#   embed.sh version FOLDER         prints the version of FOLDER/assets, which changes with any byte
# Bytes are written as numbers: string literals longer than 4095 characters are not portable C.
set -eu

# The bytes of file $1 as array elements; a final 0 ends the text and keeps an empty array legal.
elements() {
    if [ -n "$1" ]; then
        od -An -v -tu1 -w20 "$1" | sed 's/  *\([0-9][0-9]*\)/\1,/g'
    fi
    echo '0'
}

bytes() {
    printf '#include "service/base/embedded.h"\n\n'
    printf 'const unsigned char %s[] = {\n' "$1"
    elements "${2-}"
    printf '};\nconst size_t %s_len = sizeof %s - 1;\n' "$1" "$1"
}

migrations() {
    list=$1
    shift
    printf '#include "db/migrations.h"\n\n#include <stddef.h>\n\n'
    for file; do
        name=$(basename "$file" .sql)
        printf 'static const unsigned char sql_%s[] = {\n' "${name%%_*}"
        elements "$file"
        printf '};\n'
    done
    printf '\nconst struct migration %s[] = {\n' "$list"
    for file; do
        name=$(basename "$file" .sql)
        digits=${name%%_*}
        case $digits in
        '' | *[!0-9]*)
            echo "embed.sh: $file: a migration is named NUMBER_SUBJECT.sql" >&2
            exit 1
            ;;
        esac
        number=${digits#"${digits%%[!0]*}"}
        printf '    {%d, "%s", (const char *)sql_%s},\n' "$number" "$name" "$digits"
    done
    printf '    {0, NULL, NULL},\n};\n'
    printf 'const size_t %s_count = sizeof %s / sizeof %s[0] - 1;\n' "$list" "$list" "$list"
}

# The bytes on standard input as array $1, unless there are not fewer than $2.
coded() {
    cat >"$work/coded"
    size=$(wc -c <"$work/coded")
    [ -z "$2" ] || [ "$size" -lt "$2" ] || return 1
    printf 'static const unsigned char %s[] = {\n' "$1"
    elements "$work/coded"
    printf '};\n'
}

version() {
    (cd "$1/assets" && find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -c 1-10)
}

web() {
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    printf '#include "service/base/embedded.h"\n\n'
    number=0
    : >"$work/rows"
    for folder; do
        version=$(version "$folder")
        (cd "$folder" && find . -type f | LC_ALL=C sort | sed "s|^[.]|$folder $version |")
    done >"$work/files"
    while read -r folder version file; do
        number=$((number + 1))
        case $file in
        /assets/*) cp "$folder$file" "$work/file" && path=/assets/$version/${file#/assets/} ;;
        *.html | *.js) sed "s|{{version}}|$version|g" "$folder$file" >"$work/file" && path=$file ;;
        *) cp "$folder$file" "$work/file" && path=$file ;;
        esac
        whole=$(wc -c <"$work/file")
        hash=$(sha256sum <"$work/file" | cut -c 1-24)
        br='{NULL, 0}' gz='{NULL, 0}'
        if brotli -q 11 -c "$work/file" | coded "br_$number" "$whole"; then
            br="{br_$number, sizeof br_$number - 1}"
        fi
        if gzip -9nc "$work/file" | coded "gz_$number" "$whole"; then
            gz="{gz_$number, sizeof gz_$number - 1}"
        fi
        coded "plain_$number" '' <"$work/file"
        printf '    {"%s", "%s", {%s, %s, {plain_%s, sizeof plain_%s - 1}}},\n' \
            "$path" "$hash" "$br" "$gz" "$number" "$number" >>"$work/rows"
    done <"$work/files"
    printf '\nconst struct web_file web_files[] = {\n'
    cat "$work/rows"
    printf '    {NULL, NULL, {{NULL, 0}, {NULL, 0}, {NULL, 0}}},\n};\n'
}

what=$1
shift
case $what in
bytes) bytes "$@" ;;
migrations) migrations "$@" ;;
web) web "$@" ;;
version) version "$@" ;;
*)
    echo "embed.sh: unknown: $what (bytes, migrations, web or version)" >&2
    exit 2
    ;;
esac
