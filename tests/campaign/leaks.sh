#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Every C test under the address and undefined-behaviour sanitizers (a part of the campaign, see run.sh).
exec tests/campaign/suite.sh check-asan 'AddressSanitizer|LeakSanitizer|runtime error'
