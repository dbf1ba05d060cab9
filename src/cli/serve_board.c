/* serve_board.c: see serve_board.h. */
#include "cli/serve_board.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct cli_posted {
    atomic_int holders;
    char *text;
    size_t size;
};

void cli_board_init(cli_board *b) {
    *b = (cli_board){0};
    pthread_mutex_init(&b->lock, NULL);
}

void cli_board_clear(cli_board *b) {
    for (int i = 0; i < CLI_BOARD_TEXTS; i++) cli_board_release(b->texts[i]);
    pthread_mutex_destroy(&b->lock);
}

void cli_board_release(void *posted) {
    cli_posted *p = posted;
    if (!p || atomic_fetch_sub(&p->holders, 1) > 1) return;
    free(p->text);
    free(p);
}

bool cli_board_put(cli_board *b, int which, char *text, size_t size) {
    cli_posted *p = malloc(sizeof *p);
    if (!p) return free(text), false;
    *p = (cli_posted){.holders = 1, .text = text, .size = size};
    pthread_mutex_lock(&b->lock);
    cli_posted *before = b->texts[which];
    b->texts[which] = p;
    if (which == CLI_BOARD_PROGRESS) b->events++;
    if (which == CLI_BOARD_DATA) b->read = false;
    pthread_mutex_unlock(&b->lock);
    cli_board_release(before);
    return true;
}

cli_posted *cli_board_take(cli_board *b, int which) {
    pthread_mutex_lock(&b->lock);
    cli_posted *p = b->texts[which];
    if (p) atomic_fetch_add(&p->holders, 1);
    if (which == CLI_BOARD_DATA) b->read = true;
    pthread_mutex_unlock(&b->lock);
    return p;
}

const char *cli_posted_text(const cli_posted *p) {
    return p->text;
}

size_t cli_posted_size(const cli_posted *p) {
    return p->size;
}

bool cli_board_was_read(cli_board *b) {
    pthread_mutex_lock(&b->lock);
    const bool read = b->read;
    pthread_mutex_unlock(&b->lock);
    return read;
}

uint64_t cli_board_events(cli_board *b, bool *closing) {
    pthread_mutex_lock(&b->lock);
    const uint64_t events = b->events;
    *closing = b->closing;
    pthread_mutex_unlock(&b->lock);
    return events;
}

void cli_board_close(cli_board *b) {
    pthread_mutex_lock(&b->lock);
    b->closing = true;
    pthread_mutex_unlock(&b->lock);
}
