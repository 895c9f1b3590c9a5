/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/routes.h"

#include "service/account/auth.h"
#include "service/api/accounts.h"
#include "service/api/analysis.h"
#include "service/api/calendar.h"
#include "service/api/chat_inbound.h"
#include "service/api/chats.h"
#include "service/api/club_members.h"
#include "service/api/clubs.h"
#include "service/api/events.h"
#include "service/api/export.h"
#include "service/api/games.h"
#include "service/api/groups.h"
#include "service/api/hint.h"
#include "service/api/history.h"
#include "service/api/hooks.h"
#include "service/api/hosting.h"
#include "service/api/lessons.h"
#include "service/api/links.h"
#include "service/api/look.h"
#include "service/api/mail.h"
#include "service/api/mine.h"
#include "service/api/mistakes.h"
#include "service/api/moderation.h"
#include "service/api/moves.h"
#include "service/api/notes.h"
#include "service/api/openings.h"
#include "service/api/ops.h"
#include "service/api/orders.h"
#include "service/api/organise.h"
#include "service/api/passkeys.h"
#include "service/api/pause.h"
#include "service/api/people.h"
#include "service/api/picture.h"
#include "service/api/presence.h"
#include "service/api/preview.h"
#include "service/api/problems.h"
#include "service/api/profile.h"
#include "service/api/push.h"
#include "service/api/puzzles.h"
#include "service/api/ratings.h"
#include "service/api/recap.h"
#include "service/api/records.h"
#include "service/api/reports.h"
#include "service/api/rules.h"
#include "service/api/search.h"
#include "service/api/seats.h"
#include "service/api/seeks.h"
#include "service/api/session.h"
#include "service/api/sign_in.h"
#include "service/api/special_build.h"
#include "service/api/square.h"
#include "service/api/talk.h"
#include "service/api/tournament_look.h"
#include "service/api/tournaments.h"
#include "service/api/votes.h"
#include "service/api/web.h"
#include "service/app/endpoint.h"
#include "service/oauth/apps.h"
#include "service/oauth/authorize.h"
#include "service/oauth/device.h"
#include "service/oauth/site.h"
#include "service/oauth/token.h"

/* Largest bodies, in bytes. Routes without one have the server's general limit, which is small. */
enum {
    BODY_SMALL = 16 << 10,
    BODY_MOVES = 64 << 10,
    BODY_CHAT = 1 << 20,    /* a Matrix transaction may hold a hundred messages */
    BODY_NOTES = 128 << 10, /* a character may be sent as six */
    BODY_MAIL = 256 << 10,
    BODY_GAME = 8 << 20, /* may contain a whole record */
};

/* Arguments after the handler are members of struct route. */
#define ROUTE(verb, place, function, ...)                                                          \
    { .method = METHOD_##verb, .path = (place), .handler = (function), __VA_ARGS__ }
/* A route whose function is an endpoint (app/endpoint.h). */
#define WRITE(verb, place, endpoint, ...)                                                          \
    ROUTE(verb, place, endpoint_serve, .data = &(endpoint), __VA_ARGS__)
#define ANYBODY      .token = ROUTE_TOKEN_IGNORED
#define READER       .token = ROUTE_TOKEN_OPTIONAL, .scope = SCOPE_GAME_READ
#define CALLER(bits) .token = ROUTE_TOKEN_NEEDED, .scope = (bits)
#define JSON(limit)  .body = ROUTE_BODY_JSON, .max_body = (limit)
/* Platforms use a few addresses for all their users, so no rate limit; the handler authenticates
 * them. */
#define PLATFORM   .max_body = BODY_CHAT, .rate = ROUTE_RATE_NONE
#define FORM       .max_body = BODY_SMALL
#define MAYBE_JSON .body = ROUTE_BODY_JSON_OPTIONAL, .max_body = BODY_SMALL
#define SECRET     .secret = true
/* Runs on the pool's threads: replays many games, draws, or waits for the disk. */
#define SLOW .slow = true

/* An address of the web page, which is not part of the interface. service/web/src/app/main.tsx has the same
 * list. */
#define PAGE(place)                                                                                \
    { .method = METHOD_GET, .path = (place), .handler = web_page, ANYBODY, .rate = ROUTE_RATE_NONE }
/* One of a game: its head says what the game is to programs that show a preview of a link. */
#define GAME_PAGE(place) ROUTE(GET, place, preview_game, ANYBODY)
#define FILE_AT(place, function)                                                                   \
    {                                                                                              \
        .method = METHOD_GET, .path = (place), .handler = (function), ANYBODY,                     \
        .rate = ROUTE_RATE_NONE                                                                    \
    }

const struct route routes[] = {
    PAGE("/"),
    PAGE("/sign-in"),
    PAGE("/lobby"),
    PAGE("/new"),
    GAME_PAGE("/games/{id}"),
    GAME_PAGE("/games/{id}/join"),
    PAGE("/games/{id}/fairness"),
    PAGE("/ladder"),
    PAGE("/people"),
    PAGE("/people/{name}"),
    PAGE("/settings"),
    PAGE("/settings/{part}"),
    PAGE("/table"),
    PAGE("/clubs"),
    PAGE("/clubs/{id}"),
    PAGE("/tournaments"),
    PAGE("/tournaments/{id}"),
    PAGE("/fair-play"),
    PAGE("/moderation"),
    PAGE("/how-to-play"),
    PAGE("/openings"),
    PAGE("/lessons"),
    PAGE("/lessons/{id}"),
    PAGE("/puzzles"),
    PAGE("/puzzles/{id}"),
    PAGE("/about"),
    FILE_AT("/docs", web_docs),
    FILE_AT("/assets/{version}/{file}", web_asset),
    FILE_AT("/sw.js", web_file),
    FILE_AT("/manifest.webmanifest", web_file),
    FILE_AT("/notices.txt", web_file),
    FILE_AT("/favicon.ico", web_file),
    FILE_AT("/icon.svg", web_file),
    FILE_AT("/icon-192.png", web_file),
    FILE_AT("/icon-512.png", web_file),

    ROUTE(GET, "/healthz", ops_health, ANYBODY, .rate = ROUTE_RATE_NONE),
    ROUTE(GET, "/readyz", ops_ready, ANYBODY, .rate = ROUTE_RATE_NONE),
    ROUTE(GET, "/metrics", ops_metrics, ANYBODY),
    ROUTE(GET, "/openapi.yaml", ops_openapi, ANYBODY),
    ROUTE(GET, "/problems/{kind}", problems_get, ANYBODY),

    WRITE(POST, "/v1/accounts", accounts_create, ANYBODY, JSON(BODY_SMALL),
          .rate = ROUTE_RATE_ACCOUNTS),
    ROUTE(GET, "/v1/me", me_get, CALLER(0)),
    WRITE(PATCH, "/v1/me", me_patch, CALLER(SCOPE_ACCOUNT_WRITE), JSON(BODY_SMALL)),
    WRITE(DELETE, "/v1/me", me_delete, CALLER(SCOPE_ACCOUNT_WRITE)),
    ROUTE(GET, "/v1/me/tokens", tokens_list, CALLER(SCOPE_ACCOUNT_WRITE)),
    WRITE(POST, "/v1/me/tokens", tokens_create, CALLER(SCOPE_ACCOUNT_WRITE), JSON(BODY_SMALL)),
    WRITE(DELETE, "/v1/me/tokens/{token_id}", tokens_delete, CALLER(SCOPE_ACCOUNT_WRITE)),
    ROUTE(GET, "/v1/me/passkeys", passkeys_list, CALLER(SCOPE_ACCOUNT_WRITE)),
    WRITE(POST, "/v1/me/passkeys", passkeys_create, CALLER(SCOPE_ACCOUNT_WRITE), JSON(BODY_SMALL)),
    WRITE(POST, "/v1/me/passkeys/challenge", passkeys_challenge, CALLER(SCOPE_ACCOUNT_WRITE),
          MAYBE_JSON),
    WRITE(PATCH, "/v1/me/passkeys/{passkey_id}", passkeys_rename, CALLER(SCOPE_ACCOUNT_WRITE),
          JSON(BODY_SMALL)),
    WRITE(DELETE, "/v1/me/passkeys/{passkey_id}", passkeys_delete, CALLER(SCOPE_ACCOUNT_WRITE)),
    ROUTE(GET, "/v1/me/hosting", hosting_get, CALLER(SCOPE_GAME_READ)),
    WRITE(PUT, "/v1/me/hosting", hosting_put, CALLER(SCOPE_ACCOUNT_WRITE), JSON(BODY_SMALL)),
    ROUTE(GET, "/v1/me/people", people_list, CALLER(SCOPE_GAME_READ), SLOW),
    ROUTE(GET, "/v1/me/people/{name}", people_get, CALLER(SCOPE_GAME_READ)),
    WRITE(PUT, "/v1/me/people/{name}", people_put, CALLER(SCOPE_ACCOUNT_WRITE), JSON(BODY_SMALL)),
    WRITE(DELETE, "/v1/me/people/{name}", people_forget, CALLER(SCOPE_ACCOUNT_WRITE)),
    ROUTE(GET, "/v1/me/export", export_get, CALLER(SCOPE_ALL), SLOW),
    ROUTE(GET, "/v1/session", session_get, .token = ROUTE_TOKEN_OPTIONAL),
    WRITE(POST, "/v1/session", session_create, CALLER(0)),
    WRITE(DELETE, "/v1/session", session_end, CALLER(0)),
    WRITE(DELETE, "/v1/session/others", session_end_elsewhere, CALLER(SCOPE_ACCOUNT_WRITE)),
    ROUTE(GET, "/v1/me/events", events_mine, CALLER(SCOPE_GAME_READ)),
    ROUTE(GET, "/v1/accounts/{name}/games", games_of_account, READER, SLOW),
    ROUTE(GET, "/v1/accounts/{name}/stats", games_stats, READER, SLOW),
    ROUTE(GET, "/v1/accounts/{name}", profile_get, READER),
    ROUTE(GET, "/v1/accounts/{name}/ratings", ratings_of_account, READER),
    ROUTE(GET, "/v1/ratings/{category}", ratings_ladder, READER),
    ROUTE(GET, "/v1/accounts/{name}/records", records_of_account, READER, SLOW),

    ROUTE(GET, "/v1/rules", rules_get, ANYBODY),
    ROUTE(GET, "/v1/vocabulary", rules_vocabulary, ANYBODY),
    ROUTE(GET, "/v1/games", search_games, READER, SLOW),
    WRITE(POST, "/v1/games", games_create, CALLER(SCOPE_GAME_CREATE), JSON(BODY_GAME), SLOW),
    ROUTE(GET, "/v1/games/{id}", games_get, READER),
    WRITE(DELETE, "/v1/games/{id}", games_delete, CALLER(SCOPE_GAME_CREATE)),
    ROUTE(GET, "/v1/games/{id}/groups", groups_of_game, READER),
    ROUTE(GET, "/v1/games/{id}/watch", people_watched, CALLER(SCOPE_GAME_READ)),
    WRITE(PUT, "/v1/games/{id}/watch", people_watch, CALLER(SCOPE_GAME_READ)),
    WRITE(DELETE, "/v1/games/{id}/watch", people_unwatch, CALLER(SCOPE_GAME_READ)),
    WRITE(POST, "/v1/games/{id}/join", seats_join, CALLER(SCOPE_GAME_PLAY), MAYBE_JSON),
    WRITE(POST, "/v1/games/{id}/leave", seats_leave, CALLER(SCOPE_GAME_PLAY), MAYBE_JSON),
    WRITE(POST, "/v1/games/{id}/bots", seats_fill, CALLER(SCOPE_GAME_CREATE), MAYBE_JSON),
    WRITE(POST, "/v1/games/{id}/resign", moves_resign, CALLER(SCOPE_GAME_PLAY), MAYBE_JSON),
    WRITE(POST, "/v1/games/{id}/rematch", games_rematch, CALLER(SCOPE_GAME_CREATE), MAYBE_JSON),
    ROUTE(GET, "/v1/games/{id}/board", look_board, READER),
    ROUTE(GET, "/v1/games/{id}/view", look_view, READER),
    ROUTE(GET, "/v1/games/{id}/actions", look_actions, READER),
    ROUTE(GET, "/v1/games/{id}/hint", hint_show, READER, SLOW),
    WRITE(POST, "/v1/games/{id}/moves", moves_make, CALLER(SCOPE_GAME_PLAY), JSON(BODY_MOVES)),
    ROUTE(GET, "/v1/games/{id}/events", events_get, READER),
    ROUTE(GET, "/v1/games/{id}/analysis", analysis_show, READER, SLOW),
    ROUTE(GET, "/v1/games/{id}/mistakes", mistakes_show, READER, SLOW),
    ROUTE(GET, "/v1/games/{id}/record", look_record, READER),
    ROUTE(GET, "/v1/scenarios/{scenario}/board.svg", picture_get_map, ANYBODY),
    ROUTE(GET, "/v1/games/{id}/board.svg", picture_get_svg, READER),
    ROUTE(GET, "/v1/games/{id}/board.png", picture_get_png, READER, SLOW),

    /* clocks and seats */
    ROUTE(GET, "/v1/me/calendar", calendar_get, CALLER(SCOPE_GAME_READ)),
    WRITE(PUT, "/v1/me/calendar", calendar_put, CALLER(SCOPE_ACCOUNT_WRITE), JSON(BODY_SMALL)),
    ROUTE(GET, "/v1/games/{id}/pause", pause_get, READER),
    WRITE(POST, "/v1/games/{id}/pause", pause_agree, CALLER(SCOPE_GAME_PLAY), MAYBE_JSON),
    WRITE(DELETE, "/v1/games/{id}/pause", pause_end, CALLER(SCOPE_GAME_PLAY)),
    ROUTE(GET, "/v1/games/{id}/votes", votes_get, READER),
    WRITE(POST, "/v1/games/{id}/votes", votes_cast, CALLER(SCOPE_GAME_PLAY), JSON(BODY_SMALL)),
    WRITE(DELETE, "/v1/games/{id}/votes/{seat}", votes_withdraw, CALLER(SCOPE_GAME_PLAY)),
    WRITE(POST, "/v1/games/{id}/seats/{seat}/take", votes_take, CALLER(SCOPE_GAME_PLAY),
          MAYBE_JSON),

    /* standing orders */
    ROUTE(GET, "/v1/games/{id}/orders", orders_get, CALLER(SCOPE_GAME_PLAY)),
    WRITE(PUT, "/v1/games/{id}/orders", orders_put, CALLER(SCOPE_GAME_PLAY), JSON(BODY_MOVES)),
    WRITE(DELETE, "/v1/games/{id}/orders", orders_delete, CALLER(SCOPE_GAME_PLAY)),

    /* parts of others' turns */
    ROUTE(GET, "/v1/games/{id}/special-build", special_build_get, CALLER(SCOPE_GAME_PLAY)),
    WRITE(PUT, "/v1/games/{id}/special-build", special_build_put, CALLER(SCOPE_GAME_PLAY),
          JSON(BODY_MOVES)),

    /* words and recaps */
    WRITE(GET, "/v1/games/{id}/recap", recap_get, READER),
    WRITE(PUT, "/v1/games/{id}/looked", recap_marker_put, CALLER(SCOPE_GAME_READ),
          JSON(BODY_SMALL)),

    ROUTE(PUT, "/v1/games/{id}/presence", presence_put, CALLER(SCOPE_GAME_PLAY)),

    /* talk, notes and history */
    ROUTE(GET, "/v1/me/games", mine_games, CALLER(SCOPE_GAME_READ), SLOW),
    ROUTE(GET, "/v1/lessons", lessons_list, READER),
    ROUTE(GET, "/v1/lessons/{lesson}", lessons_get, READER, SLOW),
    WRITE(POST, "/v1/lessons/{lesson}/pass", lessons_pass, CALLER(SCOPE_GAME_PLAY),
          JSON(BODY_SMALL), SLOW),
    ROUTE(GET, "/v1/puzzles", puzzles_list, READER),
    ROUTE(GET, "/v1/puzzles/today", puzzles_today, READER),
    ROUTE(GET, "/v1/puzzles/{puzzle}", puzzles_get, READER, SLOW),
    WRITE(POST, "/v1/puzzles/{puzzle}/answer", puzzles_answer, READER, JSON(BODY_SMALL), SLOW),
    ROUTE(GET, "/v1/openings", openings_get, READER, SLOW),
    ROUTE(GET, "/v1/records", records_list, READER, SLOW),
    ROUTE(GET, "/v1/me/records", records_mine, CALLER(SCOPE_GAME_READ), SLOW),
    ROUTE(GET, "/v1/events", square_events, READER, SLOW),
    ROUTE(GET, "/v1/games/{id}/stats", history_stats, READER),
    ROUTE(GET, "/v1/games/{id}/talk", talk_list, READER),
    WRITE(POST, "/v1/games/{id}/talk", talk_say, CALLER(SCOPE_GAME_PLAY), JSON(BODY_SMALL)),
    WRITE(POST, "/v1/games/{id}/talk/read", talk_read, CALLER(SCOPE_GAME_PLAY), JSON(BODY_SMALL)),
    ROUTE(GET, "/v1/games/{id}/notes", notes_get, CALLER(SCOPE_GAME_PLAY)),
    WRITE(PUT, "/v1/games/{id}/notes", notes_put, CALLER(SCOPE_GAME_PLAY), JSON(BODY_NOTES)),

    ROUTE(GET, "/v1/seeks", seeks_list, READER),
    WRITE(POST, "/v1/seeks", seeks_create, CALLER(SCOPE_GAME_CREATE), JSON(BODY_SMALL), SLOW),
    WRITE(DELETE, "/v1/seeks/{id}", seeks_delete, CALLER(SCOPE_GAME_CREATE)),

    /* tournaments */
    ROUTE(GET, "/v1/tournaments", tournaments_list, READER, SLOW),
    WRITE(POST, "/v1/tournaments", tournaments_create, CALLER(SCOPE_GAME_CREATE), JSON(BODY_SMALL),
          SLOW),
    ROUTE(GET, "/v1/tournaments/{id}", tournaments_get, READER),
    WRITE(PATCH, "/v1/tournaments/{id}", tournaments_patch, CALLER(SCOPE_GAME_CREATE),
          JSON(BODY_SMALL)),
    WRITE(DELETE, "/v1/tournaments/{id}", tournaments_delete, CALLER(SCOPE_GAME_CREATE)),
    WRITE(POST, "/v1/tournaments/{id}/join", tournaments_join, CALLER(SCOPE_GAME_PLAY), MAYBE_JSON),
    WRITE(POST, "/v1/tournaments/{id}/leave", tournaments_leave, CALLER(SCOPE_GAME_PLAY),
          MAYBE_JSON),
    WRITE(POST, "/v1/tournaments/{id}/start", tournaments_start, CALLER(SCOPE_GAME_CREATE),
          MAYBE_JSON),
    ROUTE(GET, "/v1/tournaments/{id}/standings", tournament_standings, READER, SLOW),
    ROUTE(GET, "/v1/tournaments/{id}/rounds", tournament_rounds, READER, SLOW),
    ROUTE(GET, "/v1/tournaments/{id}/games", tournament_games, READER, SLOW),
    ROUTE(GET, "/v1/tournaments/{id}/log", tournament_log, READER),
    WRITE(PUT, "/v1/tournaments/{id}/players/{name}", organise_player, CALLER(SCOPE_GAME_CREATE),
          JSON(BODY_SMALL)),
    WRITE(POST, "/v1/tournaments/{id}/rounds/{round}/pair", organise_pair,
          CALLER(SCOPE_GAME_CREATE), MAYBE_JSON),
    WRITE(POST, "/v1/tournaments/{id}/games/{game}/result", organise_result,
          CALLER(SCOPE_GAME_CREATE), JSON(BODY_SMALL)),

    /* clubs */
    ROUTE(GET, "/v1/clubs", clubs_list, READER, SLOW),
    WRITE(POST, "/v1/clubs", clubs_create, CALLER(SCOPE_GAME_CREATE), JSON(BODY_SMALL)),
    ROUTE(GET, "/v1/clubs/{id}", clubs_get, READER),
    WRITE(PATCH, "/v1/clubs/{id}", clubs_patch, CALLER(SCOPE_GAME_CREATE), JSON(BODY_SMALL)),
    WRITE(DELETE, "/v1/clubs/{id}", clubs_delete, CALLER(SCOPE_GAME_CREATE)),
    WRITE(POST, "/v1/clubs/{id}/join", clubs_join, CALLER(SCOPE_GAME_PLAY), MAYBE_JSON),
    WRITE(POST, "/v1/clubs/{id}/leave", clubs_leave, CALLER(SCOPE_GAME_PLAY), MAYBE_JSON),
    ROUTE(GET, "/v1/clubs/{id}/members", club_members_list, READER),
    WRITE(PUT, "/v1/clubs/{id}/members/{name}", club_members_put, CALLER(SCOPE_GAME_CREATE),
          JSON(BODY_SMALL)),
    WRITE(DELETE, "/v1/clubs/{id}/members/{name}", club_members_delete, CALLER(SCOPE_GAME_CREATE)),
    ROUTE(GET, "/v1/clubs/{id}/channel", club_channel_show, CALLER(SCOPE_GAME_CREATE)),
    WRITE(PUT, "/v1/clubs/{id}/channel", club_channel_set, CALLER(SCOPE_GAME_CREATE),
          JSON(BODY_SMALL)),
    WRITE(DELETE, "/v1/clubs/{id}/channel", club_channel_delete, CALLER(SCOPE_GAME_CREATE)),

    /* declared groups */
    ROUTE(GET, "/v1/me/groups", groups_mine, CALLER(SCOPE_GAME_READ)),
    WRITE(POST, "/v1/groups", groups_create, CALLER(SCOPE_ACCOUNT_WRITE), JSON(BODY_SMALL)),
    WRITE(POST, "/v1/groups/{id}/join", groups_join, CALLER(SCOPE_ACCOUNT_WRITE), MAYBE_JSON),
    WRITE(POST, "/v1/groups/{id}/leave", groups_leave, CALLER(SCOPE_ACCOUNT_WRITE), MAYBE_JSON),
    WRITE(PUT, "/v1/groups/{id}/members/{name}", groups_invite, CALLER(SCOPE_ACCOUNT_WRITE),
          MAYBE_JSON),
    WRITE(DELETE, "/v1/groups/{id}/members/{name}", groups_recall, CALLER(SCOPE_ACCOUNT_WRITE)),

    /* fair play */
    WRITE(POST, "/v1/reports", reports_create, CALLER(SCOPE_ACCOUNT_WRITE), JSON(BODY_SMALL)),
    ROUTE(GET, "/v1/me/reports", reports_mine, CALLER(SCOPE_ACCOUNT_WRITE)),
    ROUTE(GET, "/v1/me/sanctions", sanctions_mine, CALLER(SCOPE_ACCOUNT_WRITE)),
    WRITE(POST, "/v1/me/sanctions/{sanction_id}/appeal", sanctions_appeal,
          CALLER(SCOPE_ACCOUNT_WRITE), JSON(BODY_SMALL)),
    ROUTE(GET, "/v1/moderation/reports", moderation_reports, CALLER(SCOPE_ACCOUNT_WRITE)),
    WRITE(POST, "/v1/moderation/reports/{report_id}", moderation_report,
          CALLER(SCOPE_ACCOUNT_WRITE), JSON(BODY_SMALL)),
    ROUTE(GET, "/v1/moderation/sanctions", moderation_sanctions, CALLER(SCOPE_ACCOUNT_WRITE)),
    WRITE(POST, "/v1/moderation/sanctions/{sanction_id}", moderation_sanction,
          CALLER(SCOPE_ACCOUNT_WRITE), JSON(BODY_SMALL)),
    WRITE(POST, "/v1/moderation/accounts/{name}", moderation_account, CALLER(SCOPE_ACCOUNT_WRITE),
          JSON(BODY_SMALL)),
    WRITE(POST, "/v1/moderation/accounts/{name}/annul", moderation_account_annul,
          CALLER(SCOPE_ACCOUNT_WRITE), JSON(BODY_SMALL), SLOW),
    WRITE(POST, "/v1/moderation/games/{id}/annul", moderation_game_annul,
          CALLER(SCOPE_ACCOUNT_WRITE), JSON(BODY_SMALL), SLOW),
    ROUTE(GET, "/v1/moderation/log", moderation_log, CALLER(SCOPE_ACCOUNT_WRITE)),
    ROUTE(GET, "/v1/moderation/pairs", moderation_pairs, CALLER(SCOPE_ACCOUNT_WRITE), SLOW),

    /* webhooks */
    ROUTE(GET, "/v1/me/webhooks", hooks_list_mine, CALLER(SCOPE_ACCOUNT_WRITE)),
    WRITE(POST, "/v1/me/webhooks", hooks_create_mine, CALLER(SCOPE_ACCOUNT_WRITE),
          JSON(BODY_SMALL)),
    ROUTE(GET, "/v1/games/{id}/webhooks", hooks_list_game, CALLER(SCOPE_ACCOUNT_WRITE)),
    WRITE(POST, "/v1/games/{id}/webhooks", hooks_create_game, CALLER(SCOPE_ACCOUNT_WRITE),
          JSON(BODY_SMALL)),
    ROUTE(GET, "/v1/webhooks/{webhook_id}", hooks_get, CALLER(SCOPE_ACCOUNT_WRITE)),
    WRITE(PATCH, "/v1/webhooks/{webhook_id}", hooks_change, CALLER(SCOPE_ACCOUNT_WRITE),
          JSON(BODY_SMALL)),
    WRITE(DELETE, "/v1/webhooks/{webhook_id}", hooks_delete, CALLER(SCOPE_ACCOUNT_WRITE)),
    WRITE(POST, "/v1/webhooks/{webhook_id}/secret", hooks_rotate, CALLER(SCOPE_ACCOUNT_WRITE),
          MAYBE_JSON),
    WRITE(POST, "/v1/webhooks/{webhook_id}/test", deliveries_test, CALLER(SCOPE_ACCOUNT_WRITE),
          MAYBE_JSON),
    ROUTE(GET, "/v1/webhooks/{webhook_id}/deliveries", deliveries_list,
          CALLER(SCOPE_ACCOUNT_WRITE)),
    WRITE(POST, "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver", deliveries_again,
          CALLER(SCOPE_ACCOUNT_WRITE), MAYBE_JSON),

    /* mail */
    ROUTE(GET, "/v1/me/mail", mail_get, CALLER(SCOPE_ACCOUNT_WRITE)),
    WRITE(PATCH, "/v1/me/mail", mail_patch, CALLER(SCOPE_ACCOUNT_WRITE), JSON(BODY_SMALL)),
    WRITE(POST, "/v1/me/mail/confirm", mail_confirm, CALLER(SCOPE_ACCOUNT_WRITE), JSON(BODY_SMALL)),
    ROUTE(POST, "/v1/sign-in", sign_in_ask, ANYBODY, JSON(BODY_SMALL)),
    WRITE(POST, "/v1/sign-in/digits", sign_in_digits, ANYBODY, JSON(BODY_SMALL)),
    WRITE(POST, "/v1/sign-in/passkey/challenge", passkey_sign_challenge, ANYBODY, MAYBE_JSON),
    WRITE(POST, "/v1/sign-in/passkey", passkey_sign_in, ANYBODY, JSON(BODY_SMALL)),
    WRITE(POST, "/v1/sign-in/{code}", sign_in_use, ANYBODY, MAYBE_JSON, SECRET),
    ROUTE(POST, "/v1/mail-in", mail_in, ANYBODY, .max_body = BODY_MAIL, SLOW),
    ROUTE(GET, "/mail/{link}", links_get, ANYBODY, SECRET, SLOW),
    WRITE(POST, "/mail/{link}", links_post, ANYBODY, .max_body = BODY_SMALL, SECRET, SLOW),
    ROUTE(GET, "/play/{id}", play_get, READER, SLOW),
    ROUTE(POST, "/play/{id}", play_post, CALLER(SCOPE_GAME_PLAY), .max_body = BODY_SMALL, SLOW),

    /* other people's programs */
    ROUTE(GET, "/.well-known/oauth-authorization-server", site_metadata, ANYBODY),
    ROUTE(GET, "/oauth/authorize", authorize_get, .token = ROUTE_TOKEN_OPTIONAL),
    WRITE(POST, "/oauth/authorize", authorize_post, CALLER(0), FORM),
    WRITE(POST, "/oauth/token", token_give, ANYBODY, FORM),
    WRITE(POST, "/oauth/device", device_begin, ANYBODY, FORM),
    WRITE(POST, "/oauth/revoke", token_revoke, ANYBODY, FORM),
    ROUTE(GET, "/link", device_page, .token = ROUTE_TOKEN_OPTIONAL),
    WRITE(POST, "/link", device_answer, CALLER(0), FORM),
    ROUTE(GET, "/v1/apps", apps_list, CALLER(SCOPE_ACCOUNT_WRITE)),
    WRITE(POST, "/v1/apps", apps_create, CALLER(SCOPE_ACCOUNT_WRITE), JSON(BODY_SMALL)),
    ROUTE(GET, "/v1/apps/{client_id}", apps_get, CALLER(SCOPE_ACCOUNT_WRITE)),
    WRITE(DELETE, "/v1/apps/{client_id}", apps_delete, CALLER(SCOPE_ACCOUNT_WRITE)),
    WRITE(PUT, "/v1/apps/{client_id}/webhook", hooks_put_app, CALLER(SCOPE_ACCOUNT_WRITE),
          JSON(BODY_SMALL)),
    ROUTE(GET, "/v1/me/grants", grants_list, CALLER(SCOPE_ACCOUNT_WRITE)),
    WRITE(DELETE, "/v1/me/grants/{grant_id}", grants_delete, CALLER(SCOPE_ACCOUNT_WRITE)),

    /* web push */
    WRITE(GET, "/v1/me/push", push_get, CALLER(SCOPE_GAME_PLAY)),
    WRITE(POST, "/v1/me/push", push_create, CALLER(SCOPE_GAME_PLAY), JSON(BODY_SMALL)),
    WRITE(DELETE, "/v1/me/push/{push_id}", push_delete, CALLER(SCOPE_GAME_PLAY)),

    /* chat */
    ROUTE(GET, "/v1/me/chats", chats_list, CALLER(SCOPE_ACCOUNT_WRITE)),
    WRITE(POST, "/v1/me/chats/code", chats_code, CALLER(SCOPE_ACCOUNT_WRITE)),
    WRITE(DELETE, "/v1/me/chats/{chat_id}", chats_delete, CALLER(SCOPE_ACCOUNT_WRITE)),
    ROUTE(GET, "/v1/games/{id}/follows", subscriptions_list, CALLER(SCOPE_GAME_READ)),
    WRITE(POST, "/v1/games/{id}/follows", subscriptions_create, CALLER(SCOPE_GAME_PLAY),
          JSON(BODY_SMALL)),
    WRITE(DELETE, "/v1/games/{id}/follows/{follow_id}", subscriptions_delete,
          CALLER(SCOPE_GAME_PLAY)),
    ROUTE(GET, "/chat/boards/{follow_id}/{seq}", chat_inbound_board, ANYBODY, SLOW),
    ROUTE(POST, "/chat/discord", chat_inbound_discord, ANYBODY, PLATFORM, SLOW),
    ROUTE(POST, "/chat/slack", chat_inbound_slack, ANYBODY, PLATFORM, SLOW),
    ROUTE(POST, "/chat/mattermost", chat_inbound_mattermost, ANYBODY, PLATFORM, SLOW),
    ROUTE(POST, "/chat/zulip", chat_inbound_zulip, ANYBODY, PLATFORM, SLOW),
    ROUTE(POST, "/chat/rocketchat", chat_inbound_rocketchat, ANYBODY, PLATFORM, SLOW),
    ROUTE(POST, "/chat/telegram", chat_inbound_telegram, ANYBODY, PLATFORM, SLOW),
    ROUTE(PUT, "/_matrix/app/v1/transactions/{transaction}", chat_inbound_matrix, ANYBODY, PLATFORM,
          SLOW),
};

const size_t routes_count = sizeof routes / sizeof *routes;
