#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Makes one small change of the rules at a time, and checks that a test notices (a part of the campaign, see run.sh).
set -e
make -s -j"$(nproc)" BUILD="$BUILD" all \
    "$BUILD"/tests/{rules_scenarios,records_golden} \
    "$BUILD"/tests/engine_{map_facts,maps,board,undo,positions,properties} >&2
exec python3 tests/campaign/mutants.py
