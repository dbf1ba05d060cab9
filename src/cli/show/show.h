/* show.h: prints the pages of `lengthen list` and `lengthen show`. */
#ifndef CLI_SHOW_SHOW_H
#define CLI_SHOW_SHOW_H

#include "cli/cli.h"
#include "cli/ui/out.h"
#include "output/schema.h"

/* Prints the choices on an axis, with summaries. first: nothing has been printed yet; also in the functions below. */
void cli_list_axis(cli *c, const lg_axis *axis, bool first);
/* Lists of entries that are not choices on an axis: sublayers of blocks, and names for options. Ends with an empty
 * name. */
extern const lg_axis cli_no_axes[];
/* The subject of an alias as AXIS/NAME. If the alias adds a sublayer to model.order, the subject is that sublayer,
 * "sublayer/base_layer"; otherwise it is the choice, "mixer/relu". */
const char *cli_second_name_subject(const lg_second_name *s, char *to, size_t capacity);
/* Prints one line for each axis, one for presets and one for sweep files: its summary, the number of names, and the
 * first names. */
void cli_list_overview(cli *c);
void cli_list_rules(cli *c, bool first);
void cli_list_presets(cli *c, bool first);
void cli_list_sweeps(cli *c, bool first);

/* The choices that work with a given choice, and the choices that do not, each with the reason. Computed only if the
 * user names a single choice, because the computation takes 0.2 s. */
typedef struct cli_together {
    bool known;
    lg_named_list *with; /* by axis, the choices that work with the given one */
    const char **names;  /* memory of the names in `with` */
    struct cli_verdict *without;
    size_t axes, refused;
} cli_together;
cli_together cli_together_of(cli *c, const lg_choice *e); /* for data output */
void cli_together_free(cli_together *x);
extern const lg_schema cli_schema_together;
void cli_show_together(cli *c, const lg_choice *e); /* for the terminal */

extern const lg_schema cli_schema_entry, cli_schema_rule, cli_schema_sweep_file, cli_schema_repeat;

/* Shows a sweep file; returns false if there is none of that name. *status is LG_OK, or the status of a failure. */
bool cli_show_sweep_file(cli *c, const char *name, int *status);
/* Shows a run directory and how to repeat its run; returns false if `name` is not a run directory. */
bool cli_show_run(cli *c, const char *name, int *status);
/* Shows how the data entry of this name splits the first record of the file that the flags name. */
int cli_show_first_record(cli *c, const char *data);

#endif
