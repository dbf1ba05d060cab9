/* analyze.h: what the kinds of `lengthen analyze` share: the opened runs and the output. */
#ifndef CLI_ANALYZE_ANALYZE_H
#define CLI_ANALYZE_ANALYZE_H

#include "cli/cli.h"
#include "cli/ui/curve.h"
#include "cli/ui/figure.h"
#include "cli/ui/print.h"

enum {
    CLI_ANALYZE_LENGTHS = 12,      /* of a figure that has a panel or a colour for each */
    CLI_ANALYZE_MAX_LENGTHS = 500, /* of one that has an axis for them */
    CLI_ANALYZE_SPREAD = 16,       /* of these, where none are given */
    CLI_TOKEN_WORDS = 120
};

typedef struct cli_analysis {
    cli *c;
    size_t count; /* runs */
    lg_run **runs;
    cli_curve *curves; /* of the runs: directory, config, label; kind curve fills in the rest */
    int lengths[CLI_ANALYZE_MAX_LENGTHS];
    size_t length_count;
    size_t run; /* the one at work in cli_analysis_each or cli_analysis_evaluate */
} cli_analysis;

/* One kind of analysis: a command in a file of its own, and a line in analyses.def. */
typedef struct cli_analysis_kind {
    int (*run)(cli_analysis *a); /* returns an exit status */
    size_t lengths;              /* at most, of --length; 0: it has no such flag */
    bool longer;                 /* if not given, lengths are those that are longer than any trained one */
    bool evaluates;              /* it reads all options of evaluation */
} cli_analysis_kind;
/* The first members of rows about a run, which have `run`, its directory, and `label`, its name in tables. */
#define CLI_RUN_MEMBER(row)   LG_MEMBER(row, run, "run", "its directory, or the file of a model")
#define CLI_LABEL_MEMBER(row) LG_MEMBER(row, label, NULL, "", .heading = "run")
#define CLI_RUN_MEMBERS(row)  CLI_RUN_MEMBER(row), CLI_LABEL_MEMBER(row)
/* Flags that several kinds have. */
#define CLI_LENGTHS_FLAG                                                                                               \
    { "length", 0, "LIST", "up to 12 lengths (default: the longest trained one and the longest of eval.lengths)" }
#define CLI_SEQUENCES_FLAG(usual)                                                                                      \
    { "sequences", 0, "N", "sequences of each length, or all records if there are fewer (default " usual ")" }
#define CLI_NPY_FLAG                                                                                                   \
    { "npy", 0, "DIR", "also write arrays in full precision to this directory" }
/* What their commands have in common: those that look at sequences, and those that evaluate. */
#define CLI_ANALYSIS_OPTIONS                                                                                           \
    .positionals = "@folder", .settings = cli_stored_flags, .tabular = true,                                           \
    .frequent = "eval.seed positions mask scale threads"
#define CLI_EVALUATION_OPTIONS                                                                                         \
    .positionals = "@folder", .settings = cli_stored_flags, .tabular = true,                                           \
    .frequent = "lengths eval.sequences eval.seed positions mask scale threads"
/* What --length is called where the flag is another one, for `others` of a command. */
extern const cli_other_name cli_other_lengths[], cli_other_contexts[];
/* Opens the runs that the command line names, and runs the analysis. */
int cli_analysis_run(cli *c, const cli_analysis_kind *k);

/* The lengths that a flag lists, at most `capacity`; none where it is not given. */
int cli_analysis_lengths(const cli_analysis *a, const char *flag, size_t capacity, int *lengths, size_t *count);
/* Puts lengths in ascending order, each once; returns how many remain. */
size_t cli_analysis_ascend(int *lengths, size_t count);
/* The value of a flag that has a few: its index in `names`, which ends with NULL; `first` where it is not given. */
int cli_analysis_choice(const cli_analysis *a, const char *flag, const char *const *names, int first, int *out);
/* The library's message about a run, which it begins with where there are several. Returns the status. */
int cli_analysis_fail(const cli_analysis *a, size_t run, lg_status status);
/* Analyses one run after another, with progress in such units; returns an exit status. */
int cli_analysis_each(cli_analysis *a, const char *what, const char *unit, lg_status (*analyse)(void *user, lg_run *r),
                      void *user);
/* The same of kinds that evaluate as `lengthen eval` does, with its progress. */
int cli_analysis_evaluate(cli_analysis *a, lg_status (*evaluate)(void *user, lg_run *r, const lg_callbacks *calls),
                          void *user);
/* How far the run at work is; one run is as long as another. */
void cli_analysis_progress(const cli_analysis *a, int64_t done, int64_t all, double fraction);
/* Which tokens were predicted: the members of an lg_predicted_tokens, and words: "tokens 7 to 99 of the test split,
 * digest 1234abcd". */
extern const lg_schema cli_schema_tokens;
const char *cli_analysis_token_words(const lg_predicted_tokens *x, char out[CLI_TOKEN_WORDS]);
/* Members of an lg_token_loss; spread in the row where LG_ROW has no name. Half of its 95 % interval in nats, 0 where
 * none is known. */
extern const lg_schema cli_schema_loss;
double cli_analysis_interval(const lg_token_loss *x);
/* Writes an array to DIR/RUN-KIND-nLENGTH.npy, if --npy wants it. */
int cli_analysis_array(const cli_analysis *a, size_t run, const char *kind, int length, const size_t *shape, int rank,
                       const double *data);

/* Attention weights of a run, a length and a block. */
typedef struct cli_heatmap {
    size_t run;
    lg_attention_map map;
    double *weights; /* a copy of those of the map */
    char **labels;   /* [tokens + keys]: of queries and keys, for axes */
} cli_heatmap;
bool cli_heatmap_label(cli_heatmap *h); /* false: out of memory */
void cli_heatmap_free(cli_heatmap *h);
typedef struct cli_heatmaps {
    cli_heatmap *heat;
    size_t count;
    const char *heads;      /* how heads become one matrix, or which one: an --heads of `analyze`, "max" */
    const char *which;      /* what attends to what: a --which of `analyze`, "self" */
    lg_attention_kind kind; /* that is this */
    double scale_max;       /* weight at the dark end of the colour scale */
} cli_heatmaps;
int cli_heatmaps_draw(const cli_analysis *a, const cli_heatmaps *x); /* every file of --figure */

/* Activations of one layer of a run, in the plane of their principal components. */
typedef struct cli_layer {
    size_t run;
    lg_layer_map map;   /* without its mean and principal axes */
    lg_point_set *sets; /* copies of those of the map, with their points */
} cli_layer;
typedef struct cli_layers {
    cli_layer *layer;
    size_t count;
    const char *slots; /* the tokens whose activations are shown: a --slots of `analyze`, "input" */
} cli_layers;
const char *cli_layer_name(int layer, char out[24]);             /* "embedding", "block 0"; returns out */
int cli_layers_draw(const cli_analysis *a, const cli_layers *x); /* every file of --figure */

#endif
