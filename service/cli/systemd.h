/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CLI_SYSTEMD_H
#define SERVICE_CLI_SYSTEMD_H

/* Tells whoever started the server how it stands ("READY=1", "STOPPING=1"), as systemd's sd_notify(3)
 * describes it: one datagram to the socket that NOTIFY_SOCKET names. Without that variable nothing is
 * done; what cannot be told is logged. */
void systemd_tell(const char *state);

#endif
