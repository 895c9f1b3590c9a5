#!/bin/sh
# SPDX-License-Identifier: AGPL-3.0-or-later
#
# Chats: messages from the platforms, posts to channels, and a game played by chat.
exec node "${TEST_ROOT:-.}/tests/chat/chats.mjs"
