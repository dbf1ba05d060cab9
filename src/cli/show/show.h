/* show.h: what `lengthen list` and `lengthen show` print. */
#ifndef CLI_SHOW_SHOW_H
#define CLI_SHOW_SHOW_H

#include "cli/cli.h"
#include "cli/ui/out.h"
#include "output/schema.h"

/* The choices on an axis, presets, sweep files, with their summaries; `first`: nothing has been printed before. */
void cli_list_axis(cli *c, const lg_axis *axis, bool first);
/* The sublayers of blocks, and names for options, like the choices of axes; ends with one without a name. */
extern const lg_axis cli_no_axes[];
/* What another name is about, as "mixer/relu", or "sublayer/base_layer" where it stands for an order with that. */
const char *cli_second_name_subject(const lg_second_name *s, char *to, size_t capacity);
/* A line for each axis, and for presets and sweep files: what it chooses, how many choices it has, and the first. */
void cli_list_overview(cli *c);
void cli_list_rules(cli *c, bool first);
void cli_list_presets(cli *c, bool first);
void cli_list_sweeps(cli *c, bool first);

/* What goes with a choice and what does not, with the reasons. Of a name that is asked for alone: it takes a fifth of a
 * second. */
typedef struct cli_together {
    bool known;
    lg_named_list *with; /* the choices of each other axis */
    const char **names;  /* that these have */
    struct cli_verdict *without;
    size_t axes, refused;
} cli_together;
cli_together cli_together_of(cli *c, const lg_choice *e); /* for programs */
void cli_together_free(cli_together *x);
extern const lg_schema cli_schema_together;
void cli_show_together(cli *c, const lg_choice *e); /* for people */

extern const lg_schema cli_schema_entry, cli_schema_rule, cli_schema_sweep_file, cli_schema_repeat;

/* Shows the sweep file of that name; false if there is none, *status is LG_OK or that of a failure. */
bool cli_show_sweep_file(cli *c, const char *name, int *status);
/* Shows what a run directory holds, and how to repeat it; false if the name is none. */
bool cli_show_run(cli *c, const char *name, int *status);
/* How the first record of the file that flags name is split, of data by its name. */
int cli_show_first_record(cli *c, const char *data);

#endif
