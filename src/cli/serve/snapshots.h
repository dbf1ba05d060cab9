/* snapshots.h: the texts that the server sends. One thread stores new texts while others read; reference counts keep a
 * text until all its readers have sent it. */
#ifndef CLI_SERVE_SNAPSHOTS_H
#define CLI_SERVE_SNAPSHOTS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLI_SNAPSHOT_PAGE, CLI_SNAPSHOT_DATA, CLI_SNAPSHOT_PROGRESS, CLI_SNAPSHOT_KINDS };

typedef struct cli_snapshot cli_snapshot; /* one text */

typedef struct cli_snapshots {
    pthread_mutex_t lock;
    cli_snapshot *texts[CLI_SNAPSHOT_KINDS];
    uint64_t events; /* number of progress texts stored so far; listeners send the newest */
    uint64_t data;   /* number of data texts stored so far */
    bool read;       /* a browser has read the newest data, or the page, which then requests the data */
    bool closing;    /* there will be no more events */
} cli_snapshots;

void cli_snapshots_init(cli_snapshots *b);
void cli_snapshots_clear(cli_snapshots *b);
/* Replaces the text of a kind, and frees the old one when its last reader releases it. Returns false if memory runs
 * out. */
bool cli_snapshots_put(cli_snapshots *b, int which, char *text, size_t size);
cli_snapshot *cli_snapshots_take(cli_snapshots *b, int which); /* NULL: there is none yet */
void cli_snapshots_release(void *snapshot);
const char *cli_snapshot_text(const cli_snapshot *p);
size_t cli_snapshot_size(const cli_snapshot *p);
uint64_t cli_snapshot_number(const cli_snapshot *p); /* version of data, from 1; 0 for other kinds */

bool cli_snapshots_was_read(cli_snapshots *b);
uint64_t cli_snapshots_events(cli_snapshots *b, bool *closing);
void cli_snapshots_close(cli_snapshots *b);

#endif
