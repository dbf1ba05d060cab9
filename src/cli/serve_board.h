/* serve_board.h: what the server may answer with: whole texts, as of now, that one thread puts up and others read. Who
 * reads holds on to a text until it is sent, however often a new one is put up meanwhile. */
#ifndef CLI_SERVE_BOARD_H
#define CLI_SERVE_BOARD_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLI_BOARD_PAGE, CLI_BOARD_DATA, CLI_BOARD_PROGRESS, CLI_BOARD_TEXTS };

typedef struct cli_posted cli_posted; /* one text */

typedef struct cli_board {
    pthread_mutex_t lock;
    cli_posted *texts[CLI_BOARD_TEXTS];
    uint64_t events; /* how often progress was put up: listeners send each once */
    bool read;       /* was the data asked for since it was put up? */
    bool closing;    /* no more events will come */
} cli_board;

void cli_board_init(cli_board *b);
void cli_board_clear(cli_board *b);
/* Puts up a text in the place of the last one, and frees it (free) when nobody needs it; false without memory. */
bool cli_board_put(cli_board *b, int which, char *text, size_t size);
cli_posted *cli_board_take(cli_board *b, int which); /* NULL: there is none yet */
void cli_board_release(void *posted);
const char *cli_posted_text(const cli_posted *p);
size_t cli_posted_size(const cli_posted *p);

bool cli_board_was_read(cli_board *b);
uint64_t cli_board_events(cli_board *b, bool *closing);
void cli_board_close(cli_board *b);

#endif
