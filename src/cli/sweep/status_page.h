/* status_page.h: prints the page of `lengthen sweep status`. */
#ifndef CLI_SWEEP_STATUS_PAGE_H
#define CLI_SWEEP_STATUS_PAGE_H

#include "api/program.h"
#include "cli/sweep/sweep_text.h"

typedef struct cli_status_page {
    cli *c;
    lg_sweep *sweep;
    cli_axes axes;
    bool all;      /* list all runs */
    bool again;    /* shown repeatedly: redrawn in place on a terminal */
    bool terminal; /* stdout is a terminal; set by cli_status_page_show */
    int drawn;     /* lines of the last page on the terminal */
} cli_status_page;

extern const lg_schema *const cli_status_schemas[]; /* schemas of its data output */
/* Shows the sweep as of its last refresh. Returns LG_OK, or an error status after printing a message. */
int cli_status_page_show(cli_status_page *p);

#endif
