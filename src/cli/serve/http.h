/* http.h: the web server of `lengthen serve`: it answers requests for a few paths from snapshots. The server never
 * reads a file, whatever the path. */
#ifndef CLI_SERVE_HTTP_H
#define CLI_SERVE_HTTP_H

#include "cli/serve/events.h"

typedef struct cli_http {
    cli_snapshots *snapshots;
    cli_events events;
    struct MHD_Daemon *daemon;
    bool loopback; /* bound to loopback: requests must come from this machine and name it */
    char url[160]; /* "http://127.0.0.1:8377/" */
} cli_http;

/* Listens at a host and a port (0: any free one). Returns LG_OK, or a status after a message. */
int cli_http_start(cli_http *h, cli_snapshots *snapshots, const char *host, int port);
void cli_http_stop(cli_http *h);

#endif
