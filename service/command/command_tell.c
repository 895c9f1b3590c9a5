/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/command/command_int.h"

void command_tell(struct command *command, enum text words) {
    buffer_text(command->out, text_in(command->language, words));
}
