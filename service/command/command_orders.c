/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Standing orders and the plan of the next turn, as commands: lines of text become the document of
 * /v1/games/{id}/orders, which that route judges and stores. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "service/command/command_int.h"
#include "service/orders/order_text.h"
#include "service/words/notation.h"
#include "service/words/plain.h"

enum { OFF_SIZE = 16, NAMES_MAX = 1024 };

/* ---- words ---- */

/* Whether the rest of a line is the word that takes something back. */
static bool command_is_off(const struct command *command, const char *text, size_t len) {
    char word[OFF_SIZE + 1];

    if (len == 0 || len > OFF_SIZE)
        return false;
    memcpy(word, text, len);
    word[len] = '\0';
    return text_lists(LANGUAGE_ENGLISH, TEXT_COMMAND_OFF, word) ||
           text_lists(command->language, TEXT_COMMAND_OFF, word);
}

/* What follows the condition must begin as a move, so that "if I may say: hello" is talk. */
bool command_is_planned(enum language language, const char *line, size_t len) {
    struct order_step_words step;

    if (!orders_split_step(line, len, &step) || step.condition_len == 0)
        return false;
    while (step.move_len > 0 && step.move[0] == ' ')
        step.move++, step.move_len--;
    return notation_head(language, step.move, step.move_len, true) > 0;
}

/* ---- the document ---- */

/* The sender's orders in the answer's game, a new reference; NULL: has said why not. */
static json_t *command_get_orders(struct command *command) {
    struct inner_reply reply;
    json_t *document = NULL, *orders;

    if (command_ask_route(command, METHOD_GET, "orders", NULL, &reply))
        document = json_loadb(reply.body.data, reply.body.size, 0, NULL);
    orders = json_incref(json_object_get(document, "orders"));
    if (orders == NULL && reply.status < 300 && reply.status != 0)
        command_tell(command, TEXT_COMMAND_BUSY);
    json_decref(document);
    inner_reply_free(&reply);
    return orders;
}

/* Stores ORDERS, a reference that it takes over. False: has said why not. */
static bool command_put_orders(struct command *command, json_t *orders) {
    struct inner_reply reply = {0};
    json_t *body = json_pack("{s:o?}", "orders", orders);
    char *text = body == NULL ? NULL : json_dumps(body, JSON_COMPACT);
    bool done = false;

    if (text == NULL)
        command_tell(command, TEXT_COMMAND_BUSY);
    else
        done = command_ask_route(command, METHOD_PUT, "orders", text, &reply);
    inner_reply_free(&reply);
    json_decref(body);
    free(text);
    return done;
}

/* ---- what stands ---- */

static bool is_usual_delay(const json_t *delay) {
    return json_integer_value(json_object_get(delay, "median")) == DELAY_MEDIAN_DEFAULT_S &&
           json_integer_value(json_object_get(delay, "max")) == DELAY_MAX_DEFAULT_S;
}

static void command_write_step(struct buffer *out, size_t number, const json_t *step) {
    const char *condition = json_string_value(json_object_get(step, "if"));

    buffer_format(out, "%zu. ", number);
    if (condition != NULL)
        buffer_format(out, "if %s: ", condition);
    buffer_format(out, "%s\n", json_string_value(json_object_get(step, "move")));
}

static void command_write_plan(struct command *command, const json_t *plan) {
    const json_t *step;
    size_t i;

    command_tell(command, json_array_size(plan) > 0 ? TEXT_COMMAND_PLAN_NOW : TEXT_COMMAND_NO_PLAN);
    buffer_byte(command->out, '\n');
    json_array_foreach(plan, i, step) {
        command_write_step(command->out, i + 1, step);
    }
    if (json_array_size(plan) > 0)
        command_tell(command, TEXT_COMMAND_PLAN_BACK);
}

/* The document has its members in the order in which the route writes them. */
static void command_write_orders(struct command *command, json_t *orders) {
    const char *name, *last = NULL;
    json_t *value;

    json_object_foreach(orders, name, value) {
        if (strcmp(name, "plan") == 0 || (strcmp(name, "delay") == 0 && is_usual_delay(value)))
            continue;
        if (last == NULL) {
            command_tell(command, TEXT_COMMAND_ORDERS_NOW);
            buffer_byte(command->out, '\n');
        }
        last = name;
        buffer_format(command->out, "- %s ", name);
        order_value_write(command->out, value);
        buffer_byte(command->out, '\n');
    }
    if (last == NULL)
        command_tell(command, TEXT_COMMAND_NO_ORDERS);
    else
        text_fill(command->out, command->language, TEXT_COMMAND_ORDERS_BACK, TEXT_ARGS(last));
}

/* ---- changing ---- */

/* Asks for the orders, which stay the sender's alone. NULL: has said why not. */
static json_t *command_begin_orders(struct command *command) {
    command->answer->hidden = true;
    command->answer->seq = 0; /* the response does not describe the game */
    return command_get_orders(command);
}

/* Stores what was changed, and says what now stands. */
static void command_end_orders(struct command *command, json_t *orders,
                               void (*write)(struct command *command, json_t *orders)) {
    if (!command_put_orders(command, orders))
        return;
    orders = command_get_orders(command);
    if (orders == NULL)
        return;
    write(command, orders);
    command->answer->ok = true;
    json_decref(orders);
}

static void command_write_plan_of(struct command *command, json_t *orders) {
    command_write_plan(command, json_object_get(orders, "plan"));
}

static void command_write_both(struct command *command, json_t *orders) {
    command_write_orders(command, orders);
    buffer_byte(command->out, '\n');
    command_write_plan_of(command, orders);
}

static void command_show_orders(struct command *command) {
    json_t *orders = command_begin_orders(command);

    if (orders == NULL)
        return;
    command_write_both(command, orders);
    command->answer->ok = true;
    json_decref(orders);
}

/* ---- the plan ---- */

/* Appends one move, which has a condition or not, as the document has it: in English. */
static bool command_add_step(struct command *command, json_t *steps,
                             const struct order_step_words *words, const struct action *action) {
    struct buffer text;
    bool done;

    buffer_init(&text, NOTATION_MOVE_MAX + CONDITION_TEXT_MAX + sizeof "if : ");
    if (words->condition_len > 0)
        buffer_format(&text, "if %.*s: ", (int)words->condition_len, words->condition);
    notation_write(&text, &command->load.setup, command->labels.seats, action);
    done = !text.failed && json_array_append_new(steps, json_stringn(text.data, text.size)) == 0;
    if (!done)
        command_tell(command, TEXT_COMMAND_BUSY);
    buffer_free(&text);
    return done;
}

/* Reads what stands between two semicolons: a step with a condition, or moves. False: has said why not. */
static bool command_read_steps(struct command *command, const char *text, size_t len,
                               json_t *steps) {
    struct action moves[ORDERS_PLAN_MAX];
    struct notation_error error = {.detail = ""};
    struct order_step_words words;
    size_t n = 0;

    if (orders_split_step(text, len, &words))
        n = notation_read_all(&command->load.setup, &command->view, command->seat,
                              command->labels.seats, command->language, NOTATION_PROSE, words.move,
                              words.move_len, moves, words.condition_len > 0 ? 1 : ORDERS_PLAN_MAX,
                              &error);
    else
        command_tell(command, TEXT_COMMAND_PLAN_COLON);
    if (n == 0 && error.detail[0] != '\0')
        text_fill(command->out, command->language, TEXT_COMMAND_UNREAD, TEXT_ARGS(error.detail));
    for (size_t i = 0; i < n; i++)
        if (!command_add_step(command, steps, &words, &moves[i]))
            return false;
    return n > 0;
}

/* The steps that a line names, a new reference; NULL: has said why not. */
static json_t *command_read_plan(struct command *command, const struct buffer *line) {
    const char *at = line->data, *end = line->data + line->size;
    json_t *steps = json_array();

    while (steps != NULL && at < end) {
        const char *stop = memchr(at, ';', (size_t)(end - at));

        stop = stop == NULL ? end : stop;
        while (at < stop && at[0] == ' ')
            at++;
        if (at < stop && !command_read_steps(command, at, (size_t)(stop - at), steps)) {
            json_decref(steps);
            return NULL;
        }
        at = stop < end ? stop + 1 : end;
    }
    return steps;
}

static void command_extend_plan(struct command *command, const struct buffer *line) {
    json_t *steps = command_read_plan(command, line), *orders, *plan;

    command->answer->unread = steps == NULL;
    if (steps == NULL)
        return;
    orders = command_begin_orders(command);
    if (orders != NULL) {
        plan = json_object_get(orders, "plan");
        if (plan == NULL ? json_object_set(orders, "plan", steps) == 0
                         : json_array_extend(plan, steps) == 0) {
            command_end_orders(command, orders, command_write_plan_of);
        } else {
            command_tell(command, TEXT_COMMAND_BUSY);
            json_decref(orders);
        }
    }
    json_decref(steps);
}

static void command_drop(struct command *command, const char *name,
                         void (*write)(struct command *command, json_t *orders)) {
    json_t *orders = command_begin_orders(command);

    if (orders == NULL)
        return;
    (void)json_object_del(orders, name); /* that there was none does not matter */
    command_end_orders(command, orders, write);
}

/* ---- orders ---- */

static void command_list_names(struct command *command) {
    struct buffer names;
    const char *name;

    buffer_init(&names, NAMES_MAX);
    for (size_t i = 0; (name = orders_name_at(i, &command->load.setup)) != NULL; i++)
        buffer_format(&names, "%s%s", i > 0 ? ", " : "", name);
    buffer_byte(&names, '\0');
    text_fill(command->out, command->language, TEXT_COMMAND_ORDERS_WHICH,
              TEXT_ARGS(names.failed ? "" : names.data));
    buffer_free(&names);
}

static void command_set_order(struct command *command, const struct order_named *named,
                              const char *text, size_t len) {
    json_t *orders = command_begin_orders(command);

    if (orders == NULL)
        return;
    if (json_object_set_new(orders, named->name, order_value_read(named, text, len)) == 0) {
        command_end_orders(command, orders, command_write_orders);
    } else {
        command_tell(command, TEXT_COMMAND_BUSY);
        json_decref(orders);
    }
}

/* Carries out "NAME VALUE" or "NAME off". */
static void command_order(struct command *command, const struct buffer *line) {
    struct order_named named;
    const char *text = line->data;
    size_t len = line->size;

    if (!orders_find_named(text, len, &named)) {
        command_list_names(command);
        return;
    }
    text += named.len;
    len -= named.len;
    while (len > 0 && text[0] == ' ')
        text++, len--;
    if (command_is_off(command, text, len))
        command_drop(command, named.name, command_write_orders);
    else if (len == 0)
        command_show_orders(command);
    else
        command_set_order(command, &named, text, len);
}

static void command_drop_orders(struct command *command) {
    json_t *orders = command_begin_orders(command), *plan;

    if (orders == NULL)
        return;
    plan = json_incref(json_object_get(orders, "plan"));
    json_object_clear(orders);
    if (plan != NULL && json_object_set_new(orders, "plan", plan) != 0) {
        command_tell(command, TEXT_COMMAND_BUSY);
        json_decref(orders);
        return;
    }
    command_end_orders(command, orders, command_write_orders);
}

/* ---- the commands ---- */

/* Loads the game and copies the rest of the line in plain characters into LINE, to be freed in every case. */
static bool command_begin_line(struct command *command, struct buffer *line) {
    buffer_init(line, command->rest_len + 1);
    plain_line(line, command->rest, command->rest_len);
    command->rest_len = 0; /* use the current game */
    command->moves = line->size > 0;
    if (!command_load(command))
        return false;
    if (!line->failed)
        return true;
    command_tell(command, TEXT_COMMAND_BUSY);
    return false;
}

void command_plan(struct command *command) {
    struct buffer line;

    if (command_begin_line(command, &line)) {
        if (line.size == 0)
            command_show_orders(command);
        else if (command_is_off(command, line.data, line.size))
            command_drop(command, "plan", command_write_plan_of);
        else
            command_extend_plan(command, &line);
    }
    buffer_free(&line);
}

void command_orders(struct command *command) {
    struct buffer line;

    if (command_begin_line(command, &line)) {
        if (line.size == 0)
            command_show_orders(command);
        else if (command_is_off(command, line.data, line.size))
            command_drop_orders(command);
        else
            command_order(command, &line);
    }
    buffer_free(&line);
}
