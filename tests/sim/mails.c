/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/sim/mails.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "db/outbox.h"
#include "tests/sim/messages.h"
#include "tests/support/check_main.h"

enum { ROWS_MAX = 1 << 16, PAGE = 200 };

struct mail_row {
    int64_t lead, account, game, ended_at;
    uint32_t seq;
    enum outbox_kind kind;
    enum store_outbox_state state;
    bool seen; /* dropped because they had looked */
};

struct mails {
    size_t n;
    unsigned count; /* mails */
    struct mail_row rows[ROWS_MAX];
};

/* ---- the outbox ---- */

struct page {
    struct mails *mails;
    int64_t last;
    unsigned count;
};

static bool take_row(void *context, const struct store_outbox_row *row) {
    struct page *page = context;
    struct mails *mails = page->mails;

    REQUIRE(mails->n < ROWS_MAX, "too many mails");
    REQUIRE(row->state == STORE_OUTBOX_SENT || row->state == STORE_OUTBOX_DROPPED,
            "%s is left over in state %d: %s", row->public_id, (int)row->state, row->detail);
    mails->rows[mails->n++] = (struct mail_row){
        .lead = row->lead,
        .account = row->account,
        .game = row->game,
        .ended_at = row->ended_at,
        .seq = row->seq,
        .kind = (enum outbox_kind)row->kind,
        .state = row->state,
        .seen = strstr(row->detail, "have looked") != NULL,
    };
    page->last = row->id;
    page->count++;
    return true;
}

static int compare(const struct mail_row *a, const struct mail_row *b) {
    int order = a->account < b->account ? -1 : a->account > b->account;

    if (order == 0)
        order = a->game < b->game ? -1 : a->game > b->game;
    if (order == 0)
        order = a->kind < b->kind ? -1 : a->kind > b->kind;
    if (order == 0)
        order = a->seq < b->seq ? -1 : a->seq > b->seq;
    return order;
}

static int compare_rows(const void *a, const void *b) {
    return compare(a, b);
}

/* ---- the folder ---- */

static bool lies_there(const char *folder, const char *public_id) {
    char path[256];

    snprintf(path, sizeof path, "%s/%s.eml", folder, public_id);
    return access(path, F_OK) == 0;
}

static int compare_ids(const void *a, const void *b) {
    const int64_t *one = a, *other = b;

    return *one < *other ? -1 : *one > *other;
}

/* Each mail that was sent is in the folder under the name of its first row, which may have been dropped while others
 * were sent. */
static unsigned count_leads(const struct mails *mails, struct store_reader *reader,
                            const char *folder) {
    static int64_t ids[ROWS_MAX];
    unsigned leads = 0;
    size_t n = 0;

    for (size_t i = 0; i < mails->n; i++)
        if (mails->rows[i].state == STORE_OUTBOX_SENT)
            ids[n++] = mails->rows[i].lead;
    qsort(ids, n, sizeof *ids, compare_ids);
    for (size_t i = 0; i < n; i++) {
        struct store_outbox_row post;

        if (i > 0 && ids[i] == ids[i - 1])
            continue;
        ck_assert_int_eq(store_outbox_get(reader, ids[i], &post), STORE_OK);
        REQUIRE(lies_there(folder, post.public_id), "%s counts as sent, and is not there",
                post.public_id);
        leads++;
    }
    return leads;
}

static unsigned count_files(const char *folder) {
    DIR *open = opendir(folder);
    unsigned count = 0;

    REQUIRE(open != NULL, "no folder %s", folder);
    for (const struct dirent *entry; (entry = readdir(open)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(open);
    return count;
}

struct mails *mails_open(const struct month *month, struct store_reader *reader,
                         const char *folder) {
    struct mails *mails = calloc(1, sizeof *mails);
    unsigned leads;

    REQUIRE(mails != NULL, "no memory");
    for (unsigned i = 0; i < month->n_people; i++) {
        struct page page = {.mails = mails};

        if (messages_way(month, &month->people[i]) != OUTBOX_MAIL)
            continue;
        do {
            page.count = 0;
            ck_assert_int_eq(store_outbox_of_target(reader, OUTBOX_MAIL, month->people[i].account,
                                                    page.last, PAGE, take_row, &page),
                             STORE_OK);
        } while (page.count == PAGE);
    }
    qsort(mails->rows, mails->n, sizeof *mails->rows, compare_rows);
    for (size_t i = 1; i < mails->n; i++)
        REQUIRE(compare(&mails->rows[i - 1], &mails->rows[i]) != 0 ||
                    mails->rows[i].kind == OUTBOX_REMINDER || mails->rows[i].kind == OUTBOX_NOTE,
                "two mails of kind %d tell of event %u", (int)mails->rows[i].kind,
                mails->rows[i].seq);
    leads = count_leads(mails, reader, folder);
    mails->count = count_files(folder);
    REQUIRE(mails->count >= leads && mails->count <= leads + month->n_unsure,
            "%u mails lie in the folder, %u were sent", mails->count, leads);
    return mails;
}

bool mails_told(const struct mails *mails, int64_t account, int64_t game, enum outbox_kind kind,
                uint32_t first, uint32_t last, int64_t next_at) {
    const struct mail_row key = {.account = account, .game = game, .kind = kind, .seq = first};
    size_t low = 0, high = mails->n;
    bool told = false;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (compare(&mails->rows[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < mails->n && !told; low++) {
        const struct mail_row *row = &mails->rows[low];

        if (row->account != account || row->game != game || row->kind != kind || row->seq > last)
            break;
        told = row->state == STORE_OUTBOX_SENT || row->seen || row->ended_at >= next_at;
    }
    return told;
}

unsigned mails_close(struct mails *mails) {
    unsigned count = mails->count;

    free(mails);
    return count;
}
