/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "service/http/address.h"
#include "service/http/server_int.h"

/* The TCP connections: how many of them one client has, and when each is cut off. */

static struct peer **peer_bucket(struct server *server, uint64_t client) {
    unsigned char hash[crypto_shorthash_BYTES];
    uint64_t number;

    /* Keyed, so that nobody can choose addresses that fall together. */
    crypto_shorthash(hash, (const unsigned char *)&client, sizeof client, server->id_key);
    memcpy(&number, hash, sizeof number);
    return &server->peers[number % PEER_BUCKETS];
}

bool peers_accept(struct server *server, const struct sockaddr *address) {
    uint64_t client = address_client(address);
    unsigned most = server->config.max_per_address;
    unsigned count = 0;

    if (most == 0)
        return true;
    pthread_mutex_lock(&server->peers_lock);
    for (struct peer *peer = *peer_bucket(server, client); peer != NULL; peer = peer->next)
        count += peer->client == client;
    pthread_mutex_unlock(&server->peers_lock);
    return count < most;
}

struct peer *peer_begin(struct server *server, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *fd =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    const union MHD_ConnectionInfo *address =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    struct peer *peer = fd == NULL || address == NULL ? NULL : calloc(1, sizeof *peer);
    struct peer **bucket;

    if (peer == NULL)
        return NULL;
    peer->fd = fd->connect_fd;
    peer->client = address_client(address->client_addr);
    peer->deadline = request_now() + server->config.idle_ms;
    bucket = peer_bucket(server, peer->client);
    pthread_mutex_lock(&server->peers_lock);
    peer->at = bucket;
    peer->next = *bucket;
    if (peer->next != NULL)
        peer->next->at = &peer->next;
    *bucket = peer;
    pthread_mutex_unlock(&server->peers_lock);
    return peer;
}

void peer_end(struct server *server, struct peer *peer) {
    if (peer == NULL)
        return;
    pthread_mutex_lock(&server->peers_lock);
    *peer->at = peer->next;
    if (peer->next != NULL)
        peer->next->at = peer->at;
    pthread_mutex_unlock(&server->peers_lock);
    free(peer);
}

void peer_deadline(struct request *rq, int64_t deadline_ms) {
    if (rq->own->peer != NULL)
        atomic_store_explicit(&rq->own->peer->deadline, deadline_ms, memory_order_relaxed);
}
