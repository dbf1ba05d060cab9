/* axes.c: the table of axes, the only place that names all registries. */
#include "config/axes.h"

#include <stdio.h>
#include <string.h>

#include "base/seed.h"
#include "config/stream_options.h"
#include "data/curriculum.h"
#include "data/data.h"
#include "evaluate/protocols.h"
#include "lengthen.h"
#include "metric/metric.h"
#include "nn/axes/architecture.h"
#include "nn/axes/attention_function.h"
#include "nn/axes/block.h"
#include "nn/axes/cell.h"
#include "nn/axes/encoding.h"
#include "nn/axes/head.h"
#include "nn/axes/initialisation.h"
#include "nn/axes/mask.h"
#include "nn/axes/mixer.h"
#include "nn/axes/norm.h"
#include "nn/axes/position.h"
#include "nn/axes/projection.h"
#include "nn/axes/residual.h"
#include "nn/axes/scale.h"
#include "nn/axes/store.h"
#include "nn/axes/sublayer.h"
#include "nn/model/model.h"
#include "nn/pieces/convolution.h"
#include "train/optimizer.h"
#include "train/schedule.h"
#include "train/train.h"

/* AXIS(key, default, registry, summary) */
#define AXES                                                                                                           \
    AXIS("data", "reverse_string", lg_data_entries, "what the model learns")                                           \
    AXIS("architecture", "encoder", lg_architectures, "how a model is put together")                                   \
    AXIS("positions", "standard", lg_positions, "how the tokens are numbered")                                         \
    AXIS("encoding", "sinusoid", lg_encodings, "how the numbers reach the model")                                      \
    AXIS("mask", "full", lg_masks, "which keys a query attends to")                                                    \
    AXIS("scale", "inverse_sqrt", lg_scales, "the factor of the attention logits")                                     \
    AXIS("attention", "softmax", lg_attention_functions, "how attention logits become weights")                        \
    AXIS("projection", "linear", lg_projections, "how queries, keys and values are made of rows")                      \
    AXIS("residual", "add", lg_residuals, "what the result of a sublayer is added to")                                 \
    AXIS("block", "post_norm", lg_blocks, "how the sublayers of a block are wired")                                    \
    AXIS("norm", "layer_norm", lg_norms, "how rows of the residual stream are normalised")                             \
    AXIS("mixer", "relu", lg_mixers, "what a block does to each token by itself")                                      \
    AXIS("initialisation", "truncated_normal", lg_initialisations, "the initial values of parameters")                 \
    AXIS("head", "linear", lg_heads, "how the output symbols are read")                                                \
    AXIS("cell", "lstm", lg_cells, "the cell of a recurrent architecture")                                             \
    AXIS("store", "none", lg_stores, "the memory beside the cell of a recurrent architecture")                         \
    AXIS("curriculum", "uniform", lg_curriculums, "which lengths are trained")                                         \
    AXIS("optimizer", "adam", lg_optimizers, "how gradients become steps of the parameters")                           \
    AXIS("schedule", "constant", lg_schedules, "the learning rate by step")                                            \
    AXIS("protocol", "pass", lg_protocols, "how a model is tested")                                                    \
    AXIS("metric", "token_accuracy", lg_metrics, "what scores, tables, figures and the best checkpoint are made of")

/* Every entry begins with LG_ENTRY, so a list of entries of any kind is a list of lg_entry. */
#define AXIS(k, d, registry, s) {.key = k, .summary = s, .entries = (const lg_entry *const *)registry},
const lg_axis_row lg_axes[] = {AXES{0}};
#undef AXIS

#define AXIS(k, d, registry, s) {.name = k, .type = LG_TEXT, .fallback = d, .help = s},
const lg_option lg_axis_options[] = {AXES{0}};
#undef AXIS

const lg_option lg_run_options[] = {
    {.name = "out",
     .type = LG_TEXT,
     .fallback = "runs/<hash>",
     .help = "run directory; <hash> stands for the hash of the config"},
    {.name = "threads",
     .type = LG_INT,
     .fallback = "0",
     .max = LG_THREADS_MAX,
     .help = "threads; 0: one per processor, divided among runs side by side"},
    {.name = "log",
     .type = LG_NAME,
     .fallback = "none",
     .choices = "none tensorboard",
     .help = "tensorboard: also write a TensorBoard event file"},
    {.name = "train.log_every",
     .type = LG_INT,
     .fallback = "100",
     .min = 1,
     .max = 1e9,
     .help = "steps between two lines of metrics.jsonl"},
    {.name = "train.checkpoint_every",
     .type = LG_INT,
     .fallback = "1000",
     .min = 1,
     .max = 1e9,
     .help = "steps between two checkpoints"},
    {.name = "train.keep",
     .type = LG_INT,
     .fallback = "1",
     .min = 1,
     .max = 1e6,
     .help = "number of last checkpoints whose models are kept; 1: model.safetensors alone"},
    {.name = "train.keep_state",
     .type = LG_NAME,
     .fallback = "always",
     .choices = "always unfinished",
     .help = "state.safetensors, three times as large as the model: kept always, or until the run is done, which then "
             "does not go on to more steps"},
    {.name = "eval.every",
     .type = LG_INT,
     .fallback = "0",
     .max = 1e9,
     .help = "validate every N steps (eval.validation) and keep the best checkpoint; 0: never"},
    {0},
};

const lg_option *const lg_common_tables[] = {lg_model_options,      lg_convolution_options, lg_switch_options,
                                             lg_base_layer_options, lg_gating_options,      lg_persistent_options,
                                             lg_memorizing_options, lg_train_options,       lg_seed_options,
                                             lg_eval_options,       lg_run_options,         NULL};

const lg_axis_row *lg_axis_find(const char *key) {
    for (const lg_axis_row *a = lg_axes; a->key; a++)
        if (!strcmp(a->key, key)) return a;
    return NULL;
}

bool lg_axis_has_patterns(const lg_axis_row *axis) {
    static const char *const axes[] = {"encoding", "mask", "scale", "attention", NULL};
    for (int i = 0; axes[i]; i++)
        if (!strcmp(axes[i], axis->key)) return true;
    return false;
}

const lg_entry *lg_axis_entry(const lg_axis_row *axis, const char *name) {
    char first[64];
    int n = (int)strcspn(name, ",:");
    if (name[n] == '\0' || !lg_axis_has_patterns(axis)) return lg_entry_find(axis->entries, name);
    while (*name == ' ') name++, n--;
    while (n > 0 && name[n - 1] == ' ') n--;
    snprintf(first, sizeof first, "%.*s", n, name);
    return lg_entry_find(axis->entries, lg_axis_first_name(axis->key, first));
}

static bool walk(const lg_option *table, const lg_axis_row *axis, const lg_entry *entry, lg_option_visit visit,
                 void *user) {
    for (const lg_option *o = table; o && o->name; o++)
        if (!visit(user, o, axis, entry)) return false;
    return true;
}

void lg_options_walk(lg_option_visit visit, void *user) {
    if (!walk(lg_axis_options, NULL, NULL, visit, user)) return;
    for (const lg_option *const *t = lg_common_tables; *t; t++)
        if (!walk(*t, NULL, NULL, visit, user)) return;
    for (const lg_axis_row *a = lg_axes; a->key; a++)
        for (const lg_entry *const *e = a->entries; *e; e++)
            if (!walk((*e)->options, a, *e, visit, user)) return;
    for (const lg_axis_row *a = lg_stream_axes; a->key; a++)
        for (const lg_entry *const *e = a->entries; *e; e++)
            if (!walk(lg_stream_options(a, *e), a, *e, visit, user)) return;
}

/* Short names; if a key has two, help texts show the first. */
static const struct short_name {
    const char *flag, *name;
} shorts[] = {
    {"steps", "train.steps"},
    {"lr", "train.lr"},
    {"batch", "train.batch"},
    {"seed", "train.seed"},
    {"heads", "model.heads"},
    {"width", "model.width"},
    {"blocks", "model.blocks"},
    {"dropout", "model.dropout"},
    {"precision", "model.precision"},
    {"lengths", "eval.lengths"},
    {"length", "eval.lengths"},
    {"init", "train.init"},
    {"task", "data"},
    {"encoding.scaling", "encoding.frequencies"}, /* its name in other programs */
};

const char *lg_option_flag(const char *name) {
    for (size_t i = 0; i < sizeof shorts / sizeof *shorts; i++)
        if (!strcmp(shorts[i].name, name) && !strchr(shorts[i].flag, '.')) return shorts[i].flag;
    return "";
}

const char *lg_option_of_flag(const char *flag) {
    for (size_t i = 0; i < sizeof shorts / sizeof *shorts; i++)
        if (!strcmp(shorts[i].flag, flag)) return shorts[i].name;
    return NULL;
}
