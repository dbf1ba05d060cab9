/* peer.h: the same training step in PyTorch, timed by a script, for `lengthen bench --peer`. */
#ifndef CLI_PEER_H
#define CLI_PEER_H

#include <stdbool.h>
#include <stddef.h>

/* The script's best speed at one task, encoding and length (0: the mix), with or without rows cut. */
typedef struct cli_peer_row {
    char task[64], encoding[64], configuration[32];
    int length;
    bool pruned; /* rows that nobody reads are cut */
    double steps_per_second;
} cli_peer_row;

typedef struct cli_peer {
    cli_peer_row *rows;
    size_t count, room;
} cli_peer;

/* Can the program be run on the script? LG_OK, or a status after a message. */
int cli_peer_check(const char *program, const char *script);
/* Runs a program, words[0], on a script, words[1], with the words after it, up to NULL, and reads what it measures, one
 * JSON object a line. LG_OK, or a status after a message. */
int cli_peer_run(cli_peer *p, char *const *words);
void cli_peer_free(cli_peer *p);
/* NULL when the script has not measured this case. */
const cli_peer_row *cli_peer_find(const cli_peer *p, const char *task, const char *encoding, int length, bool pruned);

#endif
