#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# Every rule is named by a scenario.
exec "$(dirname "$0")/coverage.sh"
