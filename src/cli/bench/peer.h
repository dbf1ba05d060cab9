/* peer.h: a program that is asked again and again: a line to it, a line back. So that two programs can be timed in
 * turns, each of which starts but once. */
#ifndef CLI_BENCH_PEER_H
#define CLI_BENCH_PEER_H

#include <stdio.h>
#include <sys/types.h>

/* Zeros: no program. */
typedef struct cli_peer {
    const char *script;
    FILE *to, *from;
    pid_t child;
} cli_peer;

/* Starts a program on a script. LG_OK, or a status after a message. */
int cli_peer_start(cli_peer *p, const char *program, const char *script);
/* Sends a line, which has its newline, and reads the answer. LG_OK, or a status after a message. */
int cli_peer_ask(cli_peer *p, const char *line, char *answer, int size);
void cli_peer_stop(cli_peer *p);

#endif
