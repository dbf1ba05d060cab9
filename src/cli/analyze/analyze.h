/* analyze.h: what the kinds of `lengthen analyze` share: the opened runs and the output. */
#ifndef CLI_ANALYZE_ANALYZE_H
#define CLI_ANALYZE_ANALYZE_H

#include "cli/cli.h"
#include "cli/ui/curve.h"
#include "cli/ui/table.h"

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

/* The kinds. Each returns an exit status. */
int cli_analyze_attention(cli_analysis *a);
int cli_analyze_activations(cli_analysis *a);
int cli_analyze_curve(cli_analysis *a);
int cli_analyze_divergence(cli_analysis *a);
int cli_analyze_distance(cli_analysis *a);
int cli_analyze_context(cli_analysis *a);
int cli_analyze_recl(cli_analysis *a);
int cli_analyze_places(cli_analysis *a);
int cli_analyze_cells(cli_analysis *a);
int cli_analyze_outputs(cli_analysis *a);
int cli_analyze_confusion(cli_analysis *a);
int cli_analyze_shifts(cli_analysis *a);
int cli_analyze_gradients(cli_analysis *a);
int cli_analyze_load(cli_analysis *a);
int cli_analyze_units(cli_analysis *a);

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
/* Begins a JSON line about a run. */
json_t *cli_analysis_object(const char *schema, const cli_curve *run);
/* Which tokens were predicted: the member "targets" of a JSON line, and words: "tokens 7 to 99 of the test split,
 * digest 1234abcd". */
void cli_analysis_tokens(json_t *o, const lg_predicted_tokens *x);
const char *cli_analysis_token_words(const lg_predicted_tokens *x, char out[CLI_TOKEN_WORDS]);
/* A loss: its members of a JSON line, its cells of a table, and the half of its 95 % interval in nats, 0 where none is
 * known. */
void cli_analysis_loss(json_t *o, const lg_token_loss *x);
#define CLI_LOSS_COLUMNS "perplexity", "bits/token", "nats/token", "error"
void cli_analysis_loss_cells(cli_table *t, const lg_token_loss *x);
double cli_analysis_interval(const lg_token_loss *x);
/* Writes an array to DIR/RUN-KIND-nLENGTH.npy, if --npy wants it. */
int cli_analysis_array(const cli_analysis *a, size_t run, const char *kind, int length, const size_t *shape, int rank,
                       const double *data);

/* Attention weights of a run, a length and a block. */
typedef struct cli_heatmap {
    size_t run;
    lg_attention_map map;
    double *weights; /* a copy of those of the map */
} cli_heatmap;
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
