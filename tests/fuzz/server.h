/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_FUZZ_SERVER_H
#define TESTS_FUZZ_SERVER_H

#include <stddef.h>

/*
 * The server of fuzz_server, in this process: started by the first call, stopped at exit; its store is in a temporary
 * folder, which is removed at exit.
 */

/* Starts the server, signs up again if the last input deleted the account or its token, and begins a new game every few
 * inputs. */
void fuzz_server_ready(void);

/* The id of a table game of that account; "none" if there is none. */
const char *fuzz_server_game(void);

/* Writes the head of a request to one of the routes, with a valid token, for a body of SIZE bytes of JSON. Returns its
 * length. */
size_t fuzz_server_head(unsigned choice, char *head, size_t head_max, size_t size);

/* Sends the bytes and reads the response, with a short timeout: streams and long polls are abandoned. Returns the
 * status, 0 if there was none; aborts if the response is not well-formed. */
int fuzz_server_ask(const char *bytes, size_t size);

#endif
