/* events.h: server-sent events: connections that stay open and receive progress. */
#ifndef CLI_SERVE_EVENTS_H
#define CLI_SERVE_EVENTS_H

#include <microhttpd.h>

#include "cli/serve/snapshots.h"

enum { CLI_LISTENERS = 256 };

typedef struct cli_listener cli_listener;

typedef struct cli_events {
    cli_snapshots *snapshots;
    pthread_mutex_t lock;
    cli_listener *waiting; /* listeners with suspended connections, until there is new progress */
    int count;             /* number of all listeners */
} cli_events;

void cli_events_init(cli_events *e, cli_snapshots *snapshots);
void cli_events_clear(cli_events *e);
/* A response that lasts until the reader or the server closes it; NULL: too many listeners, or out of memory. */
struct MHD_Response *cli_events_listen(cli_events *e, struct MHD_Connection *connection);
/* Resumes all listeners: there is new progress, or it is time for a heartbeat. */
void cli_events_wake(cli_events *e);

#endif
