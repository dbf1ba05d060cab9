/* events.c: sends progress to browsers as server-sent events. A listener sends the newest progress; then its connection
 * is suspended until cli_events_wake. A slow listener skips older progress. A listener that is woken without new
 * progress sends a comment, which detects closed connections. */
#include "cli/serve/events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4096 };

struct cli_listener {
    cli_events *events;
    struct MHD_Connection *connection;
    cli_listener *next; /* next in the list of suspended listeners */
    uint64_t seen;      /* number of the last event sent */
    bool woken;         /* was resumed since it last sent a text */
    char *text;         /* text being sent; NULL: none */
    size_t size, sent;
};

void cli_events_init(cli_events *e, cli_snapshots *snapshots) {
    *e = (cli_events){.snapshots = snapshots};
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

/* The text of an event: "event: progress", the JSON on one line, and an empty line. */
static char *event_text(cli_snapshots *snapshots, size_t *size) {
    static const char before[] = "event: progress\ndata: ", after[] = "\n\n";
    cli_snapshot *p = cli_snapshots_take(snapshots, CLI_SNAPSHOT_PROGRESS);
    if (!p) return NULL;
    *size = strlen(before) + cli_snapshot_size(p) + strlen(after);
    char *text = malloc(*size + 1);
    if (text) snprintf(text, *size + 1, "%s%s%s", before, cli_snapshot_text(p), after);
    cli_snapshots_release(p);
    return text;
}

/* Sets the text to send next; NULL if there is none. */
static void prepare_text(cli_listener *l, uint64_t events) {
    free(l->text);
    l->text = NULL;
    l->sent = 0;
    if (events != l->seen)
        l->text = event_text(l->events->snapshots, &l->size);
    else if (l->woken)
        l->text = strdup(":\n\n"), l->size = 3;
    l->seen = events;
    l->woken = false;
}

/* Suspends the connection unless there is new progress. This is tested under the lock, because progress may have
 * arrived just before. */
static void sleep_until_news(cli_listener *l) {
    bool closing;
    pthread_mutex_lock(&l->events->lock);
    if (cli_snapshots_events(l->events->snapshots, &closing) == l->seen && !closing) {
        l->next = l->events->waiting;
        l->events->waiting = l;
        MHD_suspend_connection(l->connection);
    }
    pthread_mutex_unlock(&l->events->lock);
}

static ssize_t read_events(void *user, uint64_t position, char *to, size_t capacity) {
    (void)position;
    cli_listener *l = user;
    if (!l->text || l->sent == l->size) {
        bool closing;
        const uint64_t events = cli_snapshots_events(l->events->snapshots, &closing);
        if (closing) return MHD_CONTENT_READER_END_OF_STREAM;
        prepare_text(l, events);
    }
    if (!l->text) return sleep_until_news(l), 0;
    const size_t left = l->size - l->sent, count = left < capacity ? left : capacity;
    memcpy(to, l->text + l->sent, count);
    l->sent += count;
    return (ssize_t)count;
}

/* Frees a listener. Its connection is not suspended, because connections are resumed before they end. */
static void free_listener(void *user) {
    cli_listener *l = user;
    pthread_mutex_lock(&l->events->lock);
    l->events->count--;
    pthread_mutex_unlock(&l->events->lock);
    free(l->text);
    free(l);
}

static bool add_listener(cli_events *e) {
    pthread_mutex_lock(&e->lock);
    const bool accepted = e->count < CLI_LISTENERS;
    e->count += accepted;
    pthread_mutex_unlock(&e->lock);
    return accepted;
}

struct MHD_Response *cli_events_listen(cli_events *e, struct MHD_Connection *connection) {
    if (!add_listener(e)) return NULL;
    cli_listener *l = malloc(sizeof *l);
    if (l) *l = (cli_listener){.events = e, .connection = connection, .woken = true};
    struct MHD_Response *r =
        l ? MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_events, l, free_listener) : NULL;
    if (r) return r;
    free(l);
    pthread_mutex_lock(&e->lock);
    e->count--;
    pthread_mutex_unlock(&e->lock);
    return NULL;
}
