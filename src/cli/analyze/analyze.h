/* analyze.h: what the kinds of `lengthen analyze` share: the opened runs and the output. */
#ifndef CLI_ANALYZE_ANALYZE_H
#define CLI_ANALYZE_ANALYZE_H

#include "cli/cli.h"
#include "cli/ui/curve.h"

enum { CLI_ANALYZE_LENGTHS = 12 };

typedef struct cli_analysis {
    cli *c;
    size_t count; /* runs */
    lg_run **runs;
    cli_curve *curves; /* of the runs: directory, config, label; kind curve fills in the rest */
    int lengths[CLI_ANALYZE_LENGTHS];
    size_t length_count;
} cli_analysis;

/* The kinds. Each returns an exit status. */
int cli_analyze_attention(cli_analysis *a);
int cli_analyze_activations(cli_analysis *a);
int cli_analyze_curve(cli_analysis *a);

/* Begins a JSON line about a run. */
json_t *cli_analysis_object(const char *schema, const cli_curve *run);
/* Writes an array to DIR/RUN-KIND-nLENGTH.npy, if --npy wants it. */
int cli_analysis_array(const cli_analysis *a, size_t run, const char *kind, int length, const size_t *shape, int rank,
                       const double *data);

/* One matrix of weights: of a run, a length and a block. */
typedef struct cli_heat {
    size_t run;
    lg_attention_map map;
    double *weights; /* a copy of those of the map */
} cli_heat;
typedef struct cli_heats {
    cli_heat *heat;
    size_t count;
    const char *heads; /* "max" */
    double most;       /* weight at the dark end of the colour scale */
} cli_heats;
int cli_heats_draw(const cli_analysis *a, const cli_heats *x); /* every file of --figure */

/* One layer of a run in its plane. */
typedef struct cli_layer {
    size_t run;
    lg_layer_map map;   /* without mean and axes */
    lg_point_set *sets; /* copies of those of the map, with their points */
} cli_layer;
typedef struct cli_layers {
    cli_layer *layer;
    size_t count;
    const char *slots; /* "input" */
} cli_layers;
const char *cli_layer_name(int layer, char out[24]);             /* "embedding", "block 0"; returns out */
int cli_layers_draw(const cli_analysis *a, const cli_layers *x); /* every file of --figure */

#endif
