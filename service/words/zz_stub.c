#include <string.h>
#include <stdio.h>
#include "service/words/command.h"
void command_run(struct app *app, const struct command_ask *ask, struct command_answer *answer) {
    (void)app;
    *answer = (struct command_answer){.ok = true};
    buffer_init(&answer->text, ask->limit);
    buffer_format(&answer->text, "you said <%.*s> in \"%s\"%s", (int)ask->len, ask->text, ask->game ? ask->game : "", ask->has_seq ? " by a button" : "");
    if (strncmp(ask->text, "hand", 4) == 0) answer->hidden = true;
    if (strncmp(ask->text, "board", 5) == 0) answer->picture = true;
    if (strncmp(ask->text, "use ", 4) == 0) { answer->use = true; snprintf(answer->game, sizeof answer->game, "%.*s", (int)(ask->len - 4), ask->text + 4); }
    else if (ask->game) snprintf(answer->game, sizeof answer->game, "%s", ask->game);
    if (strncmp(ask->text, "moves", 5) == 0) { answer->hidden = true; answer->n_buttons = 7; for (int i = 0; i < 7; i++) { snprintf(answer->buttons[i].label, 76, "Settle %d", i); snprintf(answer->buttons[i].command, 128, "settle %d", i);} }
}
void command_answer_free(struct command_answer *answer) { buffer_free(&answer->text); }
static const struct command_word w[] = {{"games","","List my games"},{"board","a game","Show the board"},{"hand","","Show my hand"},{"moves","","What can I do"},{"use","a game","Talk about a game"}};
const struct command_word *command_word_at(size_t at) { return at < 5 ? &w[at] : NULL; }
