/* serve_events.c: see serve_events.h. A listener sends the newest progress, then its connection sleeps until it is
 * woken; a slow one leaves out what is old. Woken without news it sends a comment, by which it is noticed that a reader
 * has gone. */
#include "cli/serve_events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4096 };

struct cli_listener {
    cli_events *events;
    struct MHD_Connection *connection;
    cli_listener *next; /* among those that wait */
    uint64_t seen;      /* events sent */
    bool woken;         /* has slept since it last sent something */
    char *text;         /* what is being sent; NULL: nothing */
    size_t size, sent;
};

void cli_events_init(cli_events *e, cli_board *board) {
    *e = (cli_events){.board = board};
    pthread_mutex_init(&e->lock, NULL);
}

void cli_events_clear(cli_events *e) {
    pthread_mutex_destroy(&e->lock);
}

void cli_events_wake(cli_events *e) {
    pthread_mutex_lock(&e->lock);
    cli_listener *l = e->waiting;
    e->waiting = NULL;
    while (l) {
        cli_listener *next = l->next;
        l->woken = true;
        MHD_resume_connection(l->connection);
        l = next;
    }
    pthread_mutex_unlock(&e->lock);
}

/* "event: progress", the JSON on one line, an empty line. */
static char *event_text(cli_board *board, size_t *size) {
    static const char before[] = "event: progress\ndata: ", after[] = "\n\n";
    cli_posted *p = cli_board_take(board, CLI_BOARD_PROGRESS);
    if (!p) return NULL;
    *size = strlen(before) + cli_posted_size(p) + strlen(after);
    char *text = malloc(*size + 1);
    if (text) snprintf(text, *size + 1, "%s%s%s", before, cli_posted_text(p), after);
    cli_board_release(p);
    return text;
}

/* What to send next, if there is anything. */
static void compose(cli_listener *l, uint64_t events) {
    free(l->text);
    l->text = NULL;
    l->sent = 0;
    if (events != l->seen)
        l->text = event_text(l->events->board, &l->size);
    else if (l->woken)
        l->text = strdup(":\n\n"), l->size = 3;
    l->seen = events;
    l->woken = false;
}

/* News that came while this was on its way here finds nobody to wake, so it is looked for again. */
static void sleep_until_news(cli_listener *l) {
    bool closing;
    pthread_mutex_lock(&l->events->lock);
    if (cli_board_events(l->events->board, &closing) == l->seen && !closing) {
        l->next = l->events->waiting;
        l->events->waiting = l;
        MHD_suspend_connection(l->connection);
    }
    pthread_mutex_unlock(&l->events->lock);
}

static ssize_t read_events(void *user, uint64_t position, char *to, size_t room) {
    (void)position;
    cli_listener *l = user;
    if (!l->text || l->sent == l->size) {
        bool closing;
        const uint64_t events = cli_board_events(l->events->board, &closing);
        if (closing) return MHD_CONTENT_READER_END_OF_STREAM;
        compose(l, events);
    }
    if (!l->text) return sleep_until_news(l), 0;
    const size_t left = l->size - l->sent, count = left < room ? left : room;
    memcpy(to, l->text + l->sent, count);
    l->sent += count;
    return (ssize_t)count;
}

/* The connection is not asleep: whoever ends it has woken it. */
static void forget(void *user) {
    cli_listener *l = user;
    pthread_mutex_lock(&l->events->lock);
    l->events->count--;
    pthread_mutex_unlock(&l->events->lock);
    free(l->text);
    free(l);
}

static bool enter(cli_events *e) {
    pthread_mutex_lock(&e->lock);
    const bool room = e->count < CLI_LISTENERS;
    e->count += room;
    pthread_mutex_unlock(&e->lock);
    return room;
}

struct MHD_Response *cli_events_listen(cli_events *e, struct MHD_Connection *connection) {
    if (!enter(e)) return NULL;
    cli_listener *l = malloc(sizeof *l);
    if (l) *l = (cli_listener){.events = e, .connection = connection, .woken = true};
    struct MHD_Response *r =
        l ? MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_events, l, forget) : NULL;
    if (r) return r;
    free(l);
    pthread_mutex_lock(&e->lock);
    e->count--;
    pthread_mutex_unlock(&e->lock);
    return NULL;
}
