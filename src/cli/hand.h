/* hand.h: a worker process: started, heard by the lines that it prints, stopped. */
#ifndef CLI_HAND_H
#define CLI_HAND_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct cli_hand {
    pid_t pid;  /* 0: it does not run */
    int from;   /* reads its stdout; -1: closed */
    char *text; /* what of it is no whole line yet */
    size_t size, room;
} cli_hand;

/* Starts `lengthen sweep worker DIR` for one run at a time, with the registry. It ends in good order when this process
 * does. Its warnings come on our stderr, unless it is quiet. LG_OK, or a status after a message. */
int cli_hand_start(cli_hand *h, const char *dir, bool quiet);
void cli_hand_signal(const cli_hand *h, int number);
/* Takes the lines that are there, which may be none, and calls `each` for those that are JSON. False: it has closed its
 * stdout. */
bool cli_hand_hear(cli_hand *h, void (*each)(void *user, const json_t *line), void *user);
/* Waits for its end; its status as of waitpid. */
int cli_hand_end(cli_hand *h);

#endif
