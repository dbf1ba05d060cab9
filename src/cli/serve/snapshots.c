/* snapshots.c: stores the texts that the server sends, with reference counts. */
#include "cli/serve/snapshots.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct cli_snapshot {
    atomic_int holders;
    char *text;
    size_t size;
    uint64_t number;
};

void cli_snapshots_init(cli_snapshots *b) {
    *b = (cli_snapshots){0};
    pthread_mutex_init(&b->lock, NULL);
}

void cli_snapshots_clear(cli_snapshots *b) {
    for (int i = 0; i < CLI_SNAPSHOT_KINDS; i++) cli_snapshots_release(b->texts[i]);
    pthread_mutex_destroy(&b->lock);
}

void cli_snapshots_release(void *snapshot) {
    cli_snapshot *p = snapshot;
    if (!p || atomic_fetch_sub(&p->holders, 1) > 1) return;
    free(p->text);
    free(p);
}

bool cli_snapshots_put(cli_snapshots *b, int which, char *text, size_t size) {
    cli_snapshot *p = malloc(sizeof *p);
    if (!p) return free(text), false;
    *p = (cli_snapshot){.holders = 1, .text = text, .size = size};
    pthread_mutex_lock(&b->lock);
    cli_snapshot *before = b->texts[which];
    b->texts[which] = p;
    if (which == CLI_SNAPSHOT_PROGRESS) b->events++;
    if (which == CLI_SNAPSHOT_DATA) b->read = false, p->number = ++b->data;
    pthread_mutex_unlock(&b->lock);
    cli_snapshots_release(before);
    return true;
}

cli_snapshot *cli_snapshots_take(cli_snapshots *b, int which) {
    pthread_mutex_lock(&b->lock);
    cli_snapshot *p = b->texts[which];
    if (p) atomic_fetch_add(&p->holders, 1);
    if (which != CLI_SNAPSHOT_PROGRESS) b->read = true;
    pthread_mutex_unlock(&b->lock);
    return p;
}

const char *cli_snapshot_text(const cli_snapshot *p) {
    return p->text;
}

size_t cli_snapshot_size(const cli_snapshot *p) {
    return p->size;
}

uint64_t cli_snapshot_number(const cli_snapshot *p) {
    return p->number;
}

bool cli_snapshots_was_read(cli_snapshots *b) {
    pthread_mutex_lock(&b->lock);
    const bool read = b->read;
    pthread_mutex_unlock(&b->lock);
    return read;
}

uint64_t cli_snapshots_events(cli_snapshots *b, bool *closing) {
    pthread_mutex_lock(&b->lock);
    const uint64_t events = b->events;
    *closing = b->closing;
    pthread_mutex_unlock(&b->lock);
    return events;
}

void cli_snapshots_close(cli_snapshots *b) {
    pthread_mutex_lock(&b->lock);
    b->closing = true;
    pthread_mutex_unlock(&b->lock);
}
