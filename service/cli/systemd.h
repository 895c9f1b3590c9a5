/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CLI_SYSTEMD_H
#define SERVICE_CLI_SYSTEMD_H

/* Notifies the service manager of the server's state ("READY=1", "STOPPING=1"), as systemd's
 * sd_notify(3) describes: one datagram to the socket that NOTIFY_SOCKET names. Does nothing without
 * that variable; logs failures. */
void systemd_tell(const char *state);

#endif
