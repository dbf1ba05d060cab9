/* analyze.h: functions that the kinds of `lengthen analyze` have in common: opening runs, choosing lengths, progress
 * and output. */
#ifndef CLI_ANALYZE_ANALYZE_H
#define CLI_ANALYZE_ANALYZE_H

#include "cli/cli.h"
#include "cli/ui/curve.h"
#include "cli/ui/figure.h"
#include "cli/ui/print.h"

enum {
    CLI_ANALYZE_LENGTHS = 12,      /* maximum, for figures with a panel or colour per length */
    CLI_ANALYZE_MAX_LENGTHS = 500, /* maximum, for figures with an axis for lengths */
    CLI_ANALYZE_SPREAD = 16,       /* number of default lengths on such an axis */
    CLI_TOKEN_WORDS = 120
};

typedef struct cli_analysis {
    cli *c;
    size_t count; /* number of runs */
    lg_run **runs;
    cli_curve *curves; /* directory, config and label of each run; the kind `curve` also fills in the points */
    int lengths[CLI_ANALYZE_MAX_LENGTHS];
    size_t length_count;
    size_t run; /* current run in cli_analysis_each or cli_analysis_evaluate */
} cli_analysis;

/* One kind of analysis: a command in its own file, and a line in analyses.def. */
typedef struct cli_analysis_kind {
    int (*run)(cli_analysis *a); /* returns an exit status */
    size_t lengths;              /* maximum number in --length; 0: there is no such flag */
    bool longer;                 /* default lengths are longer than the training lengths */
    bool evaluates;              /* it reads all options of evaluation */
} cli_analysis_kind;
/* The first members of a row about a run: `run`, its directory or model file, and `label`, its name in tables. */
#define CLI_RUN_MEMBER(row)   LG_MEMBER(row, run, "run", "run directory or model file")
#define CLI_LABEL_MEMBER(row) LG_MEMBER(row, label, NULL, "", .heading = "run")
#define CLI_RUN_MEMBERS(row)  CLI_RUN_MEMBER(row), CLI_LABEL_MEMBER(row)
/* Flags shared by several kinds. */
#define CLI_LENGTHS_FLAG                                                                                               \
    { "length", 0, "LIST", "up to 12 lengths (default: the longest training length and the longest of eval.lengths)" }
#define CLI_SEQUENCES_FLAG(usual)                                                                                      \
    { "sequences", 0, "N", "number of sequences of each length; all records if there are fewer (default " usual ")" }
#define CLI_NPY_FLAG                                                                                                   \
    { "npy", 0, "DIR", "also write arrays in full precision to this directory" }
/* Fields shared by the commands of kinds that read sequences (ANALYSIS) or evaluate (EVALUATION). */
#define CLI_ANALYSIS_OPTIONS                                                                                           \
    .positionals = "@folder", .settings = cli_stored_flags, .tabular = true,                                           \
    .frequent = "eval.seed positions mask scale threads"
#define CLI_EVALUATION_OPTIONS                                                                                         \
    .positionals = "@folder", .settings = cli_stored_flags, .tabular = true,                                           \
    .frequent = "lengths eval.sequences eval.seed positions mask scale threads"
/* Values of `others` for kinds that have --lengths or --contexts in place of --length: they tell users of --length
 * which flag to use. */
extern const cli_other_name cli_other_lengths[], cli_other_contexts[];
/* Opens the runs of the command line, and runs the analysis. */
int cli_analysis_run(cli *c, const cli_analysis_kind *k);

/* Parses the lengths of a flag, at most `capacity`; none if the flag is missing. */
int cli_analysis_lengths(const cli_analysis *a, const char *flag, size_t capacity, int *lengths, size_t *count);
/* Sorts lengths in ascending order and removes duplicates. Returns the number of lengths that are left. */
size_t cli_analysis_ascend(int *lengths, size_t count);
/* Parses a flag with a few possible values, which are `names` (ends with NULL). *out: index of the value, or `first` if
 * the flag is missing. Returns LG_OK, or a status after a message. */
int cli_analysis_choice(const cli_analysis *a, const char *flag, const char *const *names, int first, int *out);
/* The flag --region, whose value is one of cli_region_names. */
#define CLI_REGION_FLAG                                                                                                \
    {                                                                                                                  \
        "region", 0, "WHICH",                                                                                          \
            "tokens whose queries are counted: all, source, target, scratchpad (the steps in the target) or answer "   \
            "(the "                                                                                                    \
            "target after the scratchpad) (default all)"                                                               \
    }
extern const char *const cli_region_names[]; /* by lg_region; ends with NULL */
/* Prints the library's message about a run, with the run's directory in front if there are several. Returns the
 * status. */
int cli_analysis_fail(const cli_analysis *a, size_t run, lg_status status);
/* Analyzes one run after another, and shows progress in `unit`s. Returns an exit status. */
int cli_analysis_each(cli_analysis *a, const char *what, const char *unit, lg_status (*analyse)(void *user, lg_run *r),
                      void *user);
/* Like cli_analysis_each, for kinds that evaluate as `lengthen eval` does. Shows progress as `lengthen eval` does. */
int cli_analysis_evaluate(cli_analysis *a, lg_status (*evaluate)(void *user, lg_run *r, const lg_callbacks *calls),
                          void *user);
/* Shows the progress of the current run. All runs are assumed to take equal time. */
void cli_analysis_progress(const cli_analysis *a, int64_t done, int64_t all, double fraction);
/* Identifies the predicted tokens: the members of an lg_predicted_tokens, and the member `words`, a text such as
 * "tokens 7 to 99 of the test split, digest 1234abcd". */
extern const lg_schema cli_schema_tokens;
const char *cli_analysis_token_words(const lg_predicted_tokens *x, char out[CLI_TOKEN_WORDS]);
/* The members of an lg_token_loss. In an LG_ROW without a name, they become members of the row itself.
 * cli_analysis_interval is half of the 95 % interval in nats; 0 if unknown. */
extern const lg_schema cli_schema_loss;
double cli_analysis_interval(const lg_token_loss *x);
/* Writes an array to DIR/RUN-KIND-nLENGTH.npy, if --npy was given. */
int cli_analysis_array(const cli_analysis *a, size_t run, const char *kind, int length, const size_t *shape, int rank,
                       const double *data);

/* Attention weights of one run, length and block. */
typedef struct cli_heatmap {
    size_t run;
    lg_attention_map map;
    double *weights; /* a copy of the map's weights */
    char **labels;   /* [tokens + keys]: axis labels of queries, then keys */
} cli_heatmap;
bool cli_heatmap_label(cli_heatmap *h); /* false: out of memory */
void cli_heatmap_free(cli_heatmap *h);
typedef struct cli_heatmaps {
    cli_heatmap *heat;
    size_t count;
    const char *heads;      /* value of --heads: how heads are reduced to one matrix, e.g. "max" */
    const char *which;      /* value of --which: the kind of attention, e.g. "self" */
    lg_attention_kind kind; /* `which` as an enum */
    double scale_max;       /* weight at the dark end of the colour scale; 0: the largest weight */
} cli_heatmaps;
int cli_heatmaps_draw(const cli_analysis *a, const cli_heatmaps *x); /* writes every file of --figure */

/* Two measures of the attention of a run at one length, by block. */
enum { CLI_BLOCK_MEASURES = 2 };
typedef struct cli_block_values {
    lg_split split;
    int64_t sequences;
    double *values[CLI_BLOCK_MEASURES]; /* [blocks] */
} cli_block_values;
/* Allocates the values of `blocks` blocks, all zeros. False: out of memory; cli_block_values_free is required even
 * then. */
bool cli_block_values_begin(cli_block_values *v, int blocks, lg_split split, int64_t sequences);
void cli_block_values_free(cli_block_values *v);

/* The values of these measures for all runs and lengths, and how to show them. */
typedef struct cli_block_panels {
    size_t first; /* the first run that has values */
    int blocks;
    int shown; /* index of the measure shown in the figure and, by block, in the table */
    /* Returns the values of a run at a length, given as indices. */
    const cli_block_values *(*at)(const void *user, size_t length, size_t run);
    const void *user;
    const char *headings[CLI_BLOCK_MEASURES]; /* headings of their means over blocks in the table */
    int digits;
    const char *legend; /* text below the table */
    const char *title, *subtitle, *y_label;
} cli_block_panels;
/* Prints the means over blocks and, if there are few blocks, each block. */
void cli_block_table_print(const cli_analysis *a, const cli_block_panels *m);
int cli_block_panels_draw(const cli_analysis *a, const cli_block_panels *m); /* writes every file of --figure */

/* Activations of one layer of a run, projected onto their principal components. */
typedef struct cli_layer {
    size_t run;
    lg_layer_map map;   /* without its mean and principal axes */
    lg_point_set *sets; /* copies of the map's sets, with their points */
} cli_layer;
typedef struct cli_layers {
    cli_layer *layer;
    size_t count;
    const char *slots; /* value of --slots: the tokens whose activations are shown, e.g. "input" */
} cli_layers;
const char *cli_layer_name(int layer, char out[24]);             /* "embedding" or "block 0"; returns out */
int cli_layers_draw(const cli_analysis *a, const cli_layers *x); /* writes every file of --figure */

#endif
