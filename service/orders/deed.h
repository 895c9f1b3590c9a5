/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ORDERS_DEED_H
#define SERVICE_ORDERS_DEED_H

#include "service/deed.h"

/* What standing orders do now (service/deed.h): the questions whose time has come (ask.h) are
 * answered from the owner's view, or found to have no answer. */
deed_due orders_due;

#endif
