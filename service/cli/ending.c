/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/cli/ending.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "service/base/log.h"
#include "service/base/monotonic.h"
#include "service/cli/systemd.h"

static struct {
    sigset_t signals;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool begun; /* guarded by the lock */
} ending = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void begin_ending(void) {
    pthread_mutex_lock(&ending.lock);
    ending.begun = true;
    pthread_cond_broadcast(&ending.wake);
    pthread_mutex_unlock(&ending.lock);
}

/* Sleeps; if this returns, the orderly end hangs. */
static void give_time(void) {
    struct timespec left = {.tv_sec = ENDING_MS / 1000, .tv_nsec = ENDING_MS % 1000 * 1000000L};

    while (nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
}

static void *run_ending(void *context) {
    int signal;

    (void)context;
    while (sigwait(&ending.signals, &signal) != 0) {
    }
    log_line("info", "stopping: finishing the requests in flight");
    systemd_tell("STOPPING=1");
    begin_ending();
    give_time();
    log_line(
        "warning",
        "not everything ended within %d ms; what was being sent is sent again after the next start",
        ENDING_MS);
    log_end();
    _exit(0);
}

bool ending_start(void) {
    pthread_t thread;

    monotonic_condition(&ending.wake);
    sigemptyset(&ending.signals);
    sigaddset(&ending.signals, SIGTERM);
    sigaddset(&ending.signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &ending.signals, NULL);
    return pthread_create(&thread, NULL, run_ending, NULL) == 0 && pthread_detach(thread) == 0;
}

bool ending_wait(unsigned seconds) {
    int64_t until = monotonic_now() + (int64_t)seconds * 1000;
    bool begun;

    pthread_mutex_lock(&ending.lock);
    while (!ending.begun && monotonic_now() < until)
        (void)monotonic_wait(&ending.wake, &ending.lock, until);
    begun = ending.begun;
    pthread_mutex_unlock(&ending.lock);
    return begun;
}
