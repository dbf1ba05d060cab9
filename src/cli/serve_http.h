/* serve_http.h: the server: a few addresses, answered from a board. It reads no files, whatever a path says. */
#ifndef CLI_SERVE_HTTP_H
#define CLI_SERVE_HTTP_H

#include "cli/serve_events.h"

typedef struct cli_http {
    cli_board *board;
    cli_events events;
    struct MHD_Daemon *daemon;
    bool loopback; /* only browsers of this machine can reach it, and only by a name of this machine */
    char url[160]; /* where it is: "http://127.0.0.1:8377/" */
} cli_http;

/* Listens at a host and a port (0: any that is free). LG_OK, or a status after a message. */
int cli_http_start(cli_http *h, cli_board *board, const char *host, int port);
void cli_http_stop(cli_http *h);

#endif
