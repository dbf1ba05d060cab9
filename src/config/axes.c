/* axes.c: the table of axes. Only this file names the lists of entries of all axes. */
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
    AXIS("data", "reverse_string", lg_data_entries, "task or text that the model learns")                              \
    AXIS("architecture", "encoder", lg_architectures, "overall structure of the model")                                \
    AXIS("positions", "standard", lg_positions, "how tokens get their position ids")                                   \
    AXIS("encoding", "sinusoid", lg_encodings, "positional encoding: how positions enter the model")                   \
    AXIS("mask", "full", lg_masks, "attention mask: which keys each query attends to")                                 \
    AXIS("scale", "inverse_sqrt", lg_scales, "scale factor of the attention logits")                                   \
    AXIS("attention", "softmax", lg_attention_functions, "how attention logits become attention weights")              \
    AXIS("projection", "linear", lg_projections, "how queries, keys and values are computed")                          \
    AXIS("residual", "add", lg_residuals, "residual connection around each sublayer")                                  \
    AXIS("block", "post_norm", lg_blocks, "where the norms of a block are placed")                                     \
    AXIS("norm", "layer_norm", lg_norms, "how vectors of the residual stream are normalized")                          \
    AXIS("mixer", "relu", lg_mixers, "feed-forward network of a block: its activation and gate")                       \
    AXIS("initialisation", "truncated_normal", lg_initialisations, "how parameters are initialized")                   \
    AXIS("head", "linear", lg_heads, "output layer: how logits are computed")                                          \
    AXIS("cell", "lstm", lg_cells, "cell of a recurrent network")                                                      \
    AXIS("store", "none", lg_stores, "external memory of a recurrent network")                                         \
    AXIS("curriculum", "uniform", lg_curriculums, "lengths and order of the training examples")                        \
    AXIS("optimizer", "adam", lg_optimizers, "how gradients update the parameters")                                    \
    AXIS("schedule", "constant", lg_schedules, "learning-rate schedule")                                               \
    AXIS("protocol", "pass", lg_protocols, "evaluation protocol: how answers are obtained")                            \
    AXIS("metric", "token_accuracy", lg_metrics, "metric of scores, tables, figures and the best checkpoint")

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
     .help = "run directory; <hash> is replaced by the hash of the config"},
    {.name = "threads",
     .type = LG_INT,
     .fallback = "0",
     .max = LG_THREADS_MAX,
     .help = "number of threads; 0: all processors, divided among concurrent runs"},
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
     .help = "write a line to metrics.jsonl every N steps"},
    {.name = "train.checkpoint_every",
     .type = LG_INT,
     .fallback = "1000",
     .min = 1,
     .max = 1e9,
     .help = "write a checkpoint every N steps"},
    {.name = "train.keep",
     .type = LG_INT,
     .fallback = "1",
     .min = 1,
     .max = 1e6,
     .help = "keep the models of the last N checkpoints; 1: model.safetensors only"},
    {.name = "train.keep_state",
     .type = LG_NAME,
     .fallback = "always",
     .choices = "always unfinished",
     .help = "how long to keep state.safetensors, which is three times as large as the model: always, or (unfinished) "
             "until the run is finished; without this file, a finished run cannot be trained for more steps"},
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

/* Short names of options. If an option has two, help texts show the first. */
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
    /* Left: names from the literature. Right: the names of the options, which are part of ids and cannot change. */
    {"encoding.scaling", "encoding.frequencies"},
    {"encoding.rerope", "encoding.clip"},
    {"encoding.leaky_rerope", "encoding.compress"},
    {"encoding.self_extend", "encoding.group"},
    {"positions.distribution", "positions.law"},
    {"eval.streams", "eval.lanes"},
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
