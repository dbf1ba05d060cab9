/* serve_events.h: server-sent events: connections that stay open and are told of progress. */
#ifndef CLI_SERVE_EVENTS_H
#define CLI_SERVE_EVENTS_H

#include <microhttpd.h>

#include "cli/serve_board.h"

enum { CLI_LISTENERS = 256 };

typedef struct cli_listener cli_listener;

typedef struct cli_events {
    cli_board *board;
    pthread_mutex_t lock;
    cli_listener *waiting; /* whose connections sleep until there is news */
    int count;             /* of all listeners */
} cli_events;

void cli_events_init(cli_events *e, cli_board *board);
void cli_events_clear(cli_events *e);
/* A response that goes on until its reader or the server leaves; NULL: there are too many, or no memory. */
struct MHD_Response *cli_events_listen(cli_events *e, struct MHD_Connection *connection);
/* There is news, or it is time for a sign of life: everybody looks. */
void cli_events_wake(cli_events *e);

#endif
