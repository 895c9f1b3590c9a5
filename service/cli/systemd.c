/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/cli/systemd.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "service/base/log.h"

/* The protocol is one datagram, so libsystemd is not needed for it. */
static bool systemd_send(const char *name, const char *state) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t size = strlen(name);
    ssize_t sent;
    int fd;

    if ((name[0] != '/' && name[0] != '@') || size >= sizeof address.sun_path) {
        errno = EINVAL;
        return false;
    }
    memcpy(address.sun_path, name, size);
    if (name[0] == '@')
        address.sun_path[0] = '\0'; /* an abstract socket */
    fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return false;
    sent = sendto(fd, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&address,
                  (socklen_t)(offsetof(struct sockaddr_un, sun_path) + size));
    (void)close(fd);
    return sent == (ssize_t)strlen(state);
}

void systemd_tell(const char *state) {
    const char *name = getenv("NOTIFY_SOCKET");

    if (name != NULL && *name != '\0' && !systemd_send(name, state))
        log_line("warning", "cannot send to NOTIFY_SOCKET %s: %s: %s", name, state,
                 strerror(errno));
}
