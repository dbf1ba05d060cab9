/* sweep_status.h: the page of `lengthen sweep status`. */
#ifndef CLI_SWEEP_STATUS_H
#define CLI_SWEEP_STATUS_H

#include "cli/sweep_text.h"

typedef struct cli_board {
    cli *c;
    lg_sweep *sweep;
    cli_axes axes;
    bool all;      /* list all runs */
    bool again;    /* it is shown more than once: in place on a terminal */
    bool terminal; /* set by the first showing */
    int drawn;     /* lines that stand there */
} cli_board;

/* Shows the sweep as of its last refresh; LG_OK, or a status after a message. */
int cli_board_show(cli_board *b);

#endif
