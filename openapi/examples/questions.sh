#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Questions to the library of games, with curl and jq and nothing else.
#
#   questions.sh openings [dots|resources|harbor|seat|pair]    how often what was settled first has won
#   questions.sh against ADA GRACE    ada's record in the games that both played
#   questions.sh trades ADA           what ada's trades with people and bots brought and cost
#   questions.sh table                a line a game, for a program that reads CSV
#
# HEXPOST_URL says where the server is (http://127.0.0.1:8080); with HEXPOST_TOKEN one's own private games count, too.
set -eu
url=${HEXPOST_URL:-http://127.0.0.1:8080}

get() {
    if [ -n "${HEXPOST_TOKEN:-}" ]; then
        curl -sfS --compressed -H "Authorization: Bearer $HEXPOST_TOKEN" "$@"
    else
        curl -sfS --compressed "$@"
    fi
}

encoded() {
    jq -rn --arg text "$1" '$text | @uri'
}

# The records that answer the query $1, one a line: page by page, for as long as there are any.
records() {
    head=$(mktemp) page=$(mktemp)
    next="/v1/records?limit=500&$1"
    while [ -n "$next" ]; do
        get -D "$head" "$url$next" >"$page"
        [ -s "$page" ] || break
        cat "$page"
        next=$(sed -n 's/^[Ll]ink: <\([^>]*\)>; rel="next".*/\1/p' "$head")
    done
    rm -f "$head" "$page"
}

case ${1:-} in
openings)
    get "$url/v1/openings?by=${2:-dots}" |
        jq -r '.by[] | [.key, .games, .won, (100 * .won / .games | round | tostring + " %")] | @tsv'
    ;;
against)
    records "fields=head&player=$(encoded "$2")&vs=$(encoded "$3")" |
        jq -rs --arg name "$2" '
            map(select(.result != null) | .players[.result.winner // 99].account.name == $name) |
            "\(length) games, \(map(select(.)) | length) won"'
    ;;
trades)
    # An accepted offer has what each side gains and loses in its effects; the bank has no part of it.
    records "player=$(encoded "$2")" |
        jq -rs --arg name "$2" '
            [.[] | (.players | map(.account.name) | index($name)) as $seat |
             .events[] | select(.type == "accept_trade" or .type == "confirm_trade") |
             .effects[] | select(.player == $seat)] |
            {gained: (map(.gain // {} | to_entries[]) | group_by(.key) |
                      map({(.[0].key): (map(.value) | add)}) | add),
             lost: (map(.lose // {} | to_entries[]) | group_by(.key) |
                    map({(.[0].key): (map(.value) | add)}) | add)} | tojson'
    ;;
table)
    get -H 'Accept: text/csv' "$url/v1/records?limit=500"
    ;;
*)
    sed -n '3,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
