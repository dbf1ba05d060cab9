/* snapshots.h: the texts that the server answers with. One thread stores new ones while others read; a reader keeps its
 * text, by reference count, until it is sent. */
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
    uint64_t events; /* how often progress was stored: listeners send each once */
    uint64_t data;   /* how often data was stored */
    bool read;       /* was it requested since, or the page, which asks for it next? */
    bool closing;    /* no more events will come */
} cli_snapshots;

void cli_snapshots_init(cli_snapshots *b);
void cli_snapshots_clear(cli_snapshots *b);
/* Stores a text in place of the last one, and frees it when it is no longer in use; false without memory. */
bool cli_snapshots_put(cli_snapshots *b, int which, char *text, size_t size);
cli_snapshot *cli_snapshots_take(cli_snapshots *b, int which); /* NULL: there is none yet */
void cli_snapshots_release(void *snapshot);
const char *cli_snapshot_text(const cli_snapshot *p);
size_t cli_snapshot_size(const cli_snapshot *p);
uint64_t cli_snapshot_number(const cli_snapshot *p); /* of data: 1 for the first that was stored; 0: it is none */

bool cli_snapshots_was_read(cli_snapshots *b);
uint64_t cli_snapshots_events(cli_snapshots *b, bool *closing);
void cli_snapshots_close(cli_snapshots *b);

#endif
