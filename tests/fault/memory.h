/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_FAULT_MEMORY_H
#define TESTS_FAULT_MEMORY_H

#include <stdbool.h>

/*
 * Memory that runs out. The programs of this folder are linked so that every allocation of the
 * project's own code comes through here, and jansson's, which asks the project's; those inside the
 * other libraries do not.
 */

/* From now on the Nth allocation (1: the next) fails, and with FOR_EVER all after it; in any thread
 * but those that are spared. 0: none fails. */
void memory_fail(unsigned nth, bool for_ever);

/* Whether an allocation has failed since then. */
bool memory_failed(void);

/* Spares the calling thread, or no longer. */
void memory_spare(bool spared);

/* Blocks allocated and not freed yet. */
long memory_live(void);

#endif
