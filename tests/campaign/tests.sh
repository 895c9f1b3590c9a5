#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Every test, including the parts that `make test` skips to be short (a part of the campaign, see run.sh).
TEST_THOROUGH=1 FAULT_ALL=1 exec tests/campaign/suite.sh run-tests
