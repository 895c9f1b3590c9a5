#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# The tests of the store and the server under the thread sanitizer (a part of the campaign, see run.sh).
exec tests/campaign/suite.sh check-tsan 'ThreadSanitizer'
