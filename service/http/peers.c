/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <stdlib.h>
#include <sys/socket.h>

#include "service/base/monotonic.h"
#include "service/http/address.h"
#include "service/http/server_int.h"

/*
 * The TCP connections: their number, also per client, and when each is cut off.
 *
 * A connection is idle until a whole header of a request has arrived. Idle ones are in a list, the longest
 * idle first. A starting request takes no lock and only marks its connection as busy; the search for the
 * oldest idle one moves the busy ones it meets to the other list.
 */

static void peer_append(struct peer *list, struct peer *peer) {
    peer->prev = list->prev;
    peer->next = list;
    list->prev->next = peer;
    list->prev = peer;
}

static void peer_unlink(struct peer *peer) {
    peer->prev->next = peer->next;
    peer->next->prev = peer->prev;
}

static bool peer_turn(struct peer *peer, enum peer_state from, enum peer_state to) {
    int expected = (int)from;

    return atomic_compare_exchange_strong(&peer->state, &expected, (int)to);
}

/* Cuts off the connection that has been idle longest; false when there is none. */
static bool cut_oldest_idle(struct server *server) {
    while (server->idle.next != &server->idle) {
        struct peer *peer = server->idle.next;

        peer_unlink(peer);
        peer_append(&server->busy, peer);
        if (peer_turn(peer, PEER_IDLE, PEER_CUT)) {
            shutdown(peer->fd, SHUT_RDWR);
            server->peer_count--;
            return true;
        }
    }
    return false;
}

bool peers_accept(struct server *server, const struct sockaddr *address) {
    const struct server_config *config = &server->config;
    unsigned most = config->trust_proxy ? 0 : config->max_per_address;
    bool room = true;

    pthread_mutex_lock(&server->peers_lock);
    if (most != 0 && tally_of(&server->peers_by_client, address_client(address)) >= most)
        room = false;
    while (room && server->peer_count >= config->max_connections)
        room = cut_oldest_idle(server);
    pthread_mutex_unlock(&server->peers_lock);
    return room;
}

struct peer *peer_begin(struct server *server, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *fd =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    const union MHD_ConnectionInfo *address =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    struct peer *peer = fd == NULL || address == NULL ? NULL : calloc(1, sizeof *peer);
    bool counted;

    if (peer == NULL)
        return NULL;
    peer->fd = fd->connect_fd;
    peer->client = address_client(address->client_addr);
    peer->state = PEER_IDLE;
    peer->deadline = monotonic_now() + server->config.idle_ms;
    pthread_mutex_lock(&server->peers_lock);
    counted = tally_add(&server->peers_by_client, peer->client);
    if (counted) {
        peer_append(&server->idle, peer);
        server->peer_count++;
    }
    pthread_mutex_unlock(&server->peers_lock);
    if (counted)
        return peer;
    free(peer);
    return NULL;
}

void peer_end(struct server *server, struct peer *peer) {
    if (peer == NULL)
        return;
    pthread_mutex_lock(&server->peers_lock);
    peer_unlink(peer);
    tally_drop(&server->peers_by_client, peer->client);
    if (peer->state != PEER_CUT)
        server->peer_count--;
    pthread_mutex_unlock(&server->peers_lock);
    free(peer);
}

bool peer_work(struct request *rq) {
    return rq->own->peer == NULL || peer_turn(rq->own->peer, PEER_IDLE, PEER_BUSY);
}

void peer_rest(struct request *rq) {
    struct server *server = rq->server;
    struct peer *peer = rq->own->peer;

    if (peer == NULL)
        return;
    peer_deadline(rq, monotonic_now() + server->config.idle_ms);
    pthread_mutex_lock(&server->peers_lock);
    if (peer_turn(peer, PEER_BUSY, PEER_IDLE)) {
        peer_unlink(peer);
        peer_append(&server->idle, peer);
    }
    pthread_mutex_unlock(&server->peers_lock);
}

void peer_deadline(struct request *rq, int64_t deadline_ms) {
    if (rq->own->peer != NULL)
        atomic_store_explicit(&rq->own->peer->deadline, deadline_ms, memory_order_relaxed);
}

static void sweep_peers(const struct peer *list, int64_t now_ms) {
    for (const struct peer *peer = list->next; peer != list; peer = peer->next) {
        int64_t deadline = atomic_load_explicit(&peer->deadline, memory_order_relaxed);

        if (deadline != 0 && now_ms >= deadline)
            shutdown(peer->fd, SHUT_RDWR);
    }
}

void peers_sweep(struct server *server, int64_t now_ms) {
    pthread_mutex_lock(&server->peers_lock);
    sweep_peers(&server->idle, now_ms);
    sweep_peers(&server->busy, now_ms);
    pthread_mutex_unlock(&server->peers_lock);
}

void peers_init(struct server *server) {
    tally_init(&server->peers_by_client);
    server->idle.prev = server->idle.next = &server->idle;
    server->busy.prev = server->busy.next = &server->busy;
}
