#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Chats: what the platforms send us, what channels are told, and a game played by chat.
exec node "${TEST_ROOT:-.}/tests/chat/chats.mjs"
