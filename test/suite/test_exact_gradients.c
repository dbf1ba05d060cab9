/* test_exact_gradients.c: compares every partial derivative of small models with central differences. Tests each entry
 * of the lists of model parts, and choices that only work together. The differentiated function is a random weighted
 * sum of the logits plus the losses of experts. Needs the double build, where differences are precise.
 *
 * Models make discrete choices: the side of a rectifier, an expert, the keys that are retrieved. These choices must
 * stay the same within ten steps to either side of a point; otherwise the test rejects the point and draws another. The
 * test reads the choices from a second graph of the model that keeps all values: its integers, and which numbers are
 * exactly zero. It detects choices inside the time steps of a scan by one-sided differences that disagree. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "config/axes.h"
#include "config/describe.h"
#include "graph/ops.h"
#include "nn/axes/architecture.h"
#include "nn/axes/sublayer.h"
#include "nn/stream/documents.h"
#include "nn/stream/memory.h"
#include "opened_models.h"
#include "scratch.h"
#include "train/engine.h"
#include "train/state.h"

#include <cmocka.h>

#ifndef LG_DOUBLE
#error "gradients are checked in the double build"
#endif

enum { SEQUENCES = 2, MOST_TOKENS = 6, DRAWS = 20 };

#define STEP       1e-5
#define FACTOR     1099511628211u
#define NO_CHOICES 0 /* choices of a model without integers and zeros */

/* A network of the model, its batch, and a frame that runs it. */
typedef struct machine {
    lg_network network;
    lg_batch_buffers buffers;
    lg_frame frame;
} machine;

/* Gradients come from `trained`, the training graph. Differences come from `watched`, a graph that prunes nothing and
 * keeps all values. */
typedef struct stage {
    const char *settings;
    bench b;
    lg_model *model;
    lg_engine engine;
    lg_graph_states states;
    size_t state_elements;
    machine trained, watched;
    double *weights; /* of the logits, then of losses of experts */
    real *stored;    /* states of all sequences */
} stage;

#define must(s, call)                                                                                                  \
    do {                                                                                                               \
        if (!(call)) fail_msg("%s: %s", (s)->settings, (s)->b.err.text);                                               \
    } while (0)

/* ---- networks ---- */

static void record_network(stage *s, machine *m, lg_sequence_layout layout, bool whole) {
    lg_network *n = &m->network;
    lg_model *model = s->model;
    *n = (lg_network){.layout = layout,
                      .graph =
                          lg_graph_new(model->parameters, model->kernels, SEQUENCES, layout.memory + layout.T, true)};
    assert_non_null(n->graph);
    n->graph->no_pruning = whole;
    n->ids = lg_graph_batch(n->graph, layout.T);
    n->ids->first = layout.memory;
    if (layout.sources > 0) n->sources = lg_graph_batch(n->graph, layout.sources);
    lg_token_stream stream = lg_model_stream(model, layout.memory + layout.T);
    stream.memory = layout.memory, stream.kept = layout.kept;
    stream.stored = layout.stored, stream.stores = layout.stores;
    lg_build b = {.model = model, .g = n->graph, .stream = &stream, .loads = &n->loads};
    b.documents = lg_model_reads_documents(model);
    lg_tensor *h = model->architecture.entry->record(&b, n);
    n->logits = lg_build_logits(&b, lg_op_select_rows(n->graph, h, layout.memory + layout.first, layout.rows));
    n->logits->root = true;
    for (int j = 0; whole && j < n->graph->count; j++)
        if (n->graph->tensors[j]->kind == LG_RESULT) n->graph->tensors[j]->keep = true;
    must(s, lg_graph_plan(n->graph, &s->b.err));
}

/* The layout of the greatest length with at most MOST_TOKENS tokens, or of length 1. In models with memory, 5 tokens
 * were read before this sequence. */
static lg_sequence_layout choose_layout(const lg_model *m) {
    lg_sequence_layout best = {0};
    for (int length = 1; length <= MOST_TOKENS; length++) {
        lg_sequence_layout t = m->architecture.entry->layout(m, lg_dataset_bound(m->data, length), false);
        if (length == 1 || (t.T <= MOST_TOKENS && t.sources <= MOST_TOKENS)) best = t;
    }
    return lg_memory_layout(m, best, m->memory, m->memory > 0 || m->memorized > 0 ? 5 : 0);
}

static void write_tokens(stage *s, machine *m) {
    lg_random r = lg_random_from(lg_key_root(10));
    const lg_model *model = s->model;
    const lg_sequence_layout *t = &m->network.layout;
    int32_t *ids = lg_batch_buffers_ids(&m->buffers, &m->network, SEQUENCES), targets[4 * MOST_TOKENS];
    int32_t *sources = lg_batch_buffers_of(&m->buffers, m->network.sources, SEQUENCES);
    uint8_t learned[4 * MOST_TOKENS], counted[4 * MOST_TOKENS];
    lg_record record = {0};
    assert_true(t->rows <= 4 * MOST_TOKENS && lg_record_reserve(&record, t->n, t->m, NULL));
    for (int i = 0; i < SEQUENCES; i++) {
        lg_record_begin(&record, t->n, t->n, t->m);
        for (int j = 0; j < t->n; j++)
            record.source[j] = (int32_t)lg_random_below(&r, (uint32_t)model->data->source.size);
        for (int j = 0; j < t->m; j++)
            record.target[j] = (int32_t)lg_random_below(&r, (uint32_t)model->data->target.size);
        const lg_row to = {.ids = ids + i * t->T,
                           .sources = sources ? sources + i * t->sources : NULL,
                           .targets = targets,
                           .learned = learned,
                           .counted = counted};
        model->architecture.entry->lay_out(model, t, &record, &to);
    }
    lg_record_free(&record);
}

static void prepare_machine(stage *s, machine *m, lg_sequence_layout layout, bool whole) {
    record_network(s, m, layout, whole);
    m->buffers.states = &s->states;
    must(s, lg_graph_states_reserve(&s->states, m->network.graph, SEQUENCES, &s->b.err));
    must(s, lg_batch_buffers_reserve(&m->buffers, &m->network, SEQUENCES, &s->b.err));
    must(s, lg_engine_reserve(&s->engine, &m->network, &s->b.err));
    write_tokens(s, m);
}

static void start_machine(stage *s, machine *m) {
    const lg_network *n = &m->network;
    must(s, lg_engine_reserve_numbers(&s->engine, &m->buffers, n, SEQUENCES, &s->b.err));
    must(s, lg_engine_prepare(&s->engine, &m->buffers, n, lg_key_root(9), true, &s->b.err));
    for (int row = 0; n->graph->tables && row < SEQUENCES; row++)
        lg_engine_number(&s->engine, &m->buffers, n, lg_key_root(9), true, SEQUENCES, row);
    m->frame = lg_engine_frame(&s->engine, &m->buffers, &m->network, 0, 0, SEQUENCES);
    m->frame.group_weight = (real)0.7;
}

/* ---- points ---- */

static real *parameter_of(const stage *s, int i) {
    return (real *)(void *)((char *)s->engine.parameters.data + s->model->parameters->rows[i].offset);
}

/* Initial values plus small random numbers: a factor that starts at 0 would stop gradients. */
static void draw_point(stage *s, uint64_t seed) {
    lg_random r = lg_random_from(lg_key_root(seed));
    const lg_parameters *p = s->model->parameters;
    lg_parameters_initialise(p, lg_key_root(seed), (real *)(void *)s->engine.parameters.data);
    for (int i = 0; i < p->count; i++)
        for (size_t e = 0; e < p->rows[i].count; e++) {
            const double moved = (double)parameter_of(s, i)[e] + 0.3 * lg_random_normal(&r);
            if (moved > p->rows[i].low && moved < p->rows[i].high) parameter_of(s, i)[e] = (real)moved;
        }
    for (size_t e = 0; e < s->state_elements; e++) s->stored[e] = (real)(0.5 * lg_random_normal(&r));
    lg_engine_repack(&s->engine);
}

static size_t count_logits(const stage *s) {
    return (size_t)lg_rows(s->trained.network.logits) * (size_t)lg_columns(s->trained.network.logits);
}

static int count_losses(const machine *m) {
    int count = 0;
    for (const lg_load *l = m->network.loads; l; l = l->next) count += l->loss ? SEQUENCES : 0;
    return count;
}

static size_t count_values(const stage *s) {
    return count_logits(s) + (size_t)count_losses(&s->trained);
}

static void stage_open(stage *s, const char *settings) {
    *s = (stage){.settings = settings, .b = bench_open_well(settings, 1)};
    s->model = lg_model_of(s->b.resolved->values, lg_kernels_find(NULL), &s->b.err);
    must(s, s->model && lg_engine_init(&s->engine, s->model, s->b.pool, &s->b.err));
    const lg_sequence_layout layout = choose_layout(s->model);
    prepare_machine(s, &s->trained, layout, false);
    prepare_machine(s, &s->watched, layout, true);
    for (int i = 0; i < s->states.count; i++) s->state_elements += s->states.arrays[i].bytes / sizeof(real) * SEQUENCES;
    s->stored = calloc(s->state_elements + 1, sizeof *s->stored);
    s->weights = malloc(count_values(s) * sizeof *s->weights);
    lg_random r = lg_random_from(lg_key_root(33));
    for (size_t i = 0; i < count_values(s); i++)
        s->weights[i] = i < count_logits(s) ? lg_random_normal(&r) : (double)(real)0.7;
}

static void stage_close(stage *s) {
    machine *const both[] = {&s->trained, &s->watched};
    for (int i = 0; i < 2; i++) {
        lg_batch_buffers_free(&both[i]->buffers);
        lg_network_free(&both[i]->network);
    }
    lg_graph_states_free(&s->states);
    lg_engine_free(&s->engine);
    lg_model_free(s->model);
    bench_close(&s->b);
    free(s->weights);
    free(s->stored);
}

/* ---- values ---- */

static void run_forward(stage *s, machine *m) {
    if (s->state_elements) memcpy(s->states.memory.data, s->stored, s->state_elements * sizeof(real));
    lg_graph_run_shared(m->network.graph, &m->frame);
    lg_graph_forward(m->network.graph, &m->frame);
}

/* All values that are summed. */
static void read_values(const stage *s, const machine *m, double *y) {
    const real *logits = lg_value(&m->frame, m->network.logits).data;
    for (size_t i = 0; i < count_logits(s); i++) *y++ = (double)logits[i];
    for (const lg_load *l = m->network.loads; l; l = l->next)
        for (int i = 0; l->loss && i < SEQUENCES; i++) *y++ = (double)((real *)lg_value(&m->frame, l->loss).data)[i];
}

/* A hash of all choices: integers that were computed, stored rows that were chosen, and which numbers are zero. */
static uint64_t read_choices(const machine *m) {
    uint64_t digest = 0;
    for (int j = 0; j < m->network.graph->count; j++) {
        const lg_tensor *t = m->network.graph->tensors[j];
        if (t->kind != LG_RESULT) continue;
        const real *value = lg_value(&m->frame, t).data;
        const bool retrieves = !strcmp(t->op->name, "retrieve");
        const int32_t *chosen = retrieves ? lg_saved(&m->frame, t, 0).data : t->integer ? (const void *)value : NULL;
        const size_t bytes = retrieves ? t->saved_bytes[0] : t->bytes;
        for (size_t i = 0; chosen && i < bytes / sizeof *chosen; i++) digest = (digest + (uint64_t)chosen[i]) * FACTOR;
        for (size_t i = 0; !t->integer && i < t->bytes / sizeof *value; i++)
            digest += value[i] == 0 ? ((uint64_t)j << 32 | i) * FACTOR : 0;
    }
    return digest;
}

/* Computes the values with element e of parameter i increased by `by`. Returns the hash of the choices. */
static uint64_t values_at(stage *s, int i, size_t e, double by, double *y) {
    real *x = &parameter_of(s, i)[e];
    const lg_parameters *p = s->model->parameters;
    const real kept = *x;
    *x = kept + by;
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < p->pack_count; k++)
            if (p->packs[k].of.parameter == i)
                lg_parameters_repack(p, s->model->kernels, k, s->watched.frame.base[LG_SPACE_PARAMETER],
                                     s->watched.frame.base[LG_SPACE_PACKED]);
        if (pass == 0) {
            run_forward(s, &s->watched);
            read_values(s, &s->watched, y);
            *x = kept;
        }
    }
    return read_choices(&s->watched);
}

/* ---- differences ---- */

enum { OUT_OF_REACH = 400 }; /* more values than any model here has */

typedef struct comparison {
    stage *s;
    uint64_t choices; /* hash of the choices at the point */
    double at[OUT_OF_REACH], size;
    int compared, blurred; /* derivatives compared; those that agree only up to rounding errors */
    char words[200];       /* describes a derivative that differs */
} comparison;

/* The sum of weight * (y - z). */
static double difference(const stage *s, const double *y, const double *z) {
    double sum = 0;
    for (size_t i = 0; i < count_values(s); i++) sum += s->weights[i] * (y[i] - z[i]);
    return sum;
}

static bool agree(double gradient, double quotient, double slack) {
    return fabs(gradient - quotient) <= 1e-6 * fmax(1e-8, fabs(gradient) + fabs(quotient)) + slack;
}

/* A central difference of eighth order. Its steps are wider than STEP, so its rounding errors are smaller than those of
 * a difference of width STEP. NAN if a choice changes within the steps. */
static double wide_quotient(comparison *c, int i, size_t e, double h) {
    static const double factors[] = {4 / 5.0, -1 / 5.0, 4 / 105.0, -1 / 280.0};
    double sum = 0, above[OUT_OF_REACH], below[OUT_OF_REACH];
    for (int k = 1; k <= 4; k++) {
        if (values_at(c->s, i, e, k * h, above) != c->choices || values_at(c->s, i, e, -k * h, below) != c->choices)
            return NAN;
        sum += factors[k - 1] * difference(c->s, above, below);
    }
    return sum / h;
}

typedef enum verdict { SAME, NEAR_KINK, OTHER } verdict;

/* Compares one derivative with a central difference of width STEP. Rounding errors of this difference may exceed the
 * sixth digit of a small gradient. In that case, also compares the derivative with differences of wider steps, and
 * accepts it if it is within the rounding error of one of them. */
static verdict compare(comparison *c, int i, size_t e, double gradient) {
    stage *s = c->s;
    double above[OUT_OF_REACH], below[OUT_OF_REACH], ignored[OUT_OF_REACH];
    for (int side = -1; c->choices != NO_CHOICES && side < 2; side += 2)
        if (values_at(s, i, e, side * 10 * STEP, ignored) != c->choices) return NEAR_KINK;
    assert_true(values_at(s, i, e, STEP, above) == c->choices && values_at(s, i, e, -STEP, below) == c->choices);
    const double quotient = difference(s, above, below) / (2 * STEP);
    c->compared++;
    if (agree(gradient, quotient, 0)) return SAME;
    for (double h = 1e-2; h > STEP; h /= 4) {
        const double wide = wide_quotient(c, i, e, h), slack = 4e-16 * c->size / h;
        if (isnan(wide)) continue;
        if (agree(gradient, wide, 0)) return SAME;
        if (agree(gradient, wide, slack)) {
            c->blurred++;
            return SAME;
        }
    }
    const double right = difference(s, above, c->at) / STEP, left = difference(s, c->at, below) / STEP;
    if (fabs(right - left) > 1e-2 * (fabs(right) + fabs(left)) + 1e-6 * c->size) return NEAR_KINK;
    snprintf(c->words, sizeof c->words, "%s[%zu]: derivative %.12g, central difference %.12g",
             s->model->parameters->rows[i].name, e, gradient, quotient);
    return OTHER;
}

static void differentiate(stage *s) {
    const machine *m = &s->trained;
    const lg_graph *g = m->network.graph;
    s->model->kernels->zero(s->model->kernels, m->frame.base[LG_SPACE_GRADIENT], s->engine.gradients.bytes);
    run_forward(s, &s->trained);
    real *dy = lg_gradient(&m->frame, m->network.logits).data;
    for (size_t i = 0; i < count_logits(s); i++) dy[i] = (real)s->weights[i];
    lg_graph_backward(g, &m->frame);
    lg_graph_backward_shared(g, &m->frame);
}

static real *gradient_of(const stage *s, int i) {
    return (real *)(void *)((char *)s->trained.frame.base[LG_SPACE_GRADIENT].data +
                            s->model->parameters->rows[i].offset);
}

/* Compares all derivatives at a point. */
static verdict compare_all(comparison *c, uint64_t seed) {
    stage *s = c->s;
    double pruned[OUT_OF_REACH];
    draw_point(s, seed);
    start_machine(s, &s->trained);
    differentiate(s);
    run_forward(s, &s->trained);
    read_values(s, &s->trained, pruned);
    start_machine(s, &s->watched);
    run_forward(s, &s->watched);
    read_values(s, &s->watched, c->at);
    c->choices = read_choices(&s->watched);
    c->size = c->compared = c->blurred = 0;
    for (size_t i = 0; i < count_values(s); i++) {
        assert_true(fabs(pruned[i] - c->at[i]) <= 1e-12 * (1 + fabs(c->at[i])));
        c->size += fabs(s->weights[i] * c->at[i]);
    }
    for (int i = 0; i < s->model->parameters->count; i++)
        for (size_t e = 0; e < s->model->parameters->rows[i].count; e++) {
            const verdict v = compare(c, i, e, (double)gradient_of(s, i)[e]);
            if (v != SAME) return v;
        }
    return SAME;
}

/* ---- models ---- */

/* A text of few characters. Sublayers with a store read it in segments. */
static scratch folder;

static int make_text(void **state) {
    if (scratch_open(state)) return 1;
    folder = *(scratch *)*state;
    FILE *f = fopen(scratch_path(&folder, "text"), "w");
    for (int i = 0; f && i < 300; i++) fputc('a' + (int)(lg_key_fold(lg_key_root(9), (uint64_t)i).k[0] % 4), f);
    return !f || fclose(f) ? 1 : 0;
}

static const char segments[] = "architecture=decoder data=text data.tokens=characters data.test_fraction=0.25 "
                               "curriculum=segments curriculum.lengths=6 train.batch=2 eval.lengths=6";

/* Writes the settings of a small and smooth model, followed by `more`. In `more`, SEGMENTS stands for a text in
 * segments. */
static void write_all_settings(const char *more, char *out, size_t size) {
    const char *text = strstr(more, "SEGMENTS");
    const bool blocks = !strstr(more, "architecture=recurrent");
    snprintf(out, size, "model.width=8 model.feed_forward=5 model.blocks=2%s %.*s", blocks ? " mixer=gelu" : "",
             text ? (int)(text - more) : 0, more);
    if (text) {
        const size_t at = strlen(out);
        snprintf(out + at, size - at, "%s data.file=%s/text ", segments, folder.folder);
        more = text + strlen("SEGMENTS");
    }
    const size_t at = strlen(out);
    snprintf(out + at, size - at, "%s", more);
}

/* Is this map of queries or keys unused by the terms of the relative encoding? */
static bool is_unread(const stage *s, const char *name) {
    const lg_values *v = s->b.resolved->values;
    const char *terms = lg_values_has(v, "encoding.terms") ? lg_text(v, "encoding.terms") : "abc";
    return (!strpbrk(terms, "ab") && strstr(name, "attention.query")) ||
           (!strpbrk(terms, "ac") && strstr(name, "attention.key"));
}

/* Asserts that every array has a gradient larger than rounding, except the last bias of FIRE's network, which adds the
 * same number to all keys. */
static void expect_gradients(const stage *s) {
    for (int i = 0; i < s->model->parameters->count; i++) {
        const lg_parameter_row *p = &s->model->parameters->rows[i];
        double most = 0;
        for (size_t e = 0; e < p->count; e++) most = fmax(most, fabs((double)gradient_of(s, i)[e]));
        if (!(most > 1e-6) && !strstr(p->name, "distance_bias.2.bias") && !is_unread(s, p->name))
            fail_msg("%s: %s has no gradient", s->settings, p->name);
    }
}

/* Asserts that integer choices and stored rows have no gradient. */
static void expect_no_gradients(const stage *s) {
    const lg_graph *g = s->trained.network.graph;
    for (int j = 0; j < g->count; j++)
        if (g->tensors[j]->integer || g->tensors[j]->kind == LG_STATE)
            assert_null(lg_gradient(&s->trained.frame, g->tensors[j]).data);
}

static void gradients_are_exact(const char *more) {
    static stage s;
    static comparison c;
    static char settings[900];
    write_all_settings(more, settings, sizeof settings);
    stage_open(&s, settings);
    c.s = &s;
    assert_true(count_values(&s) <= OUT_OF_REACH);
    verdict v = NEAR_KINK;
    int draws = 0;
    for (; v == NEAR_KINK && draws < DRAWS; draws++) v = compare_all(&c, (uint64_t)(100 + draws));
    if (v == NEAR_KINK) fail_msg("%s: a choice changes near each of %d points", settings, draws);
    if (v == OTHER) fail_msg("%s: %s", settings, c.words);
    if (20 * c.blurred > c.compared) fail_msg("%s: %d of %d derivatives are inexact", settings, c.blurred, c.compared);
    expect_gradients(&s);
    expect_no_gradients(&s);
    stage_close(&s);
}

/* ---- entries ---- */

/* Settings that a model of the entry needs, or that keep it small. */
static const char *const companions[][2] = {{"architecture=recurrent", "architecture.hidden=5"},
                                            {"attention=geometric", "encoding=none"},
                                            {"attention=linear", "encoding=sinusoid"},
                                            {"cell=", "architecture=recurrent architecture.hidden=5"},
                                            {"store=", "architecture=recurrent architecture.hidden=5"},
                                            {"store=stack", "store.columns=3 store.cells=4"},
                                            {"store=nd_stack", "store.symbols=3"},
                                            {"store=tape", "store.columns=2 store.cells=5 store.hidden=4"},
                                            {"encoding=learned", "encoding.rows=7"},
                                            {"encoding=tupe", "encoding.rows=7"},
                                            {"encoding=xpos", "mask=causal encoding.scale_base=64"},
                                            {"encoding=cope", "mask=causal encoding.max_position=3"},
                                            {"encoding=hard_alibi", "mask=causal"},
                                            {"encoding=fox", "mask=causal"},
                                            {"encoding=shaw", "encoding.clip=3"},
                                            {"encoding=t5", "encoding.buckets=8 encoding.max_distance=12"},
                                            {"mask=window", "mask.width=3"},
                                            {"mask=chunk", "mask.chunk=4"},
                                            {"mask=lambda", "mask.width=2 mask.sinks=1"},
                                            {"mask=bca", "mask.block=2"},
                                            {"mask=three_blocks", "mask.block=2"},
                                            {"mask=document", "mask.separator=1"},
                                            {"model.order=kf", "SEGMENTS encoding=relative memorizing.size=9 "
                                                               "memorizing.read=3"},
                                            {"model.order=lf", "encoding=none convolution.taps=3"},
                                            {"model.order=df", "encoding=none convolution.taps=3"},
                                            {"model.order=se", "experts.count=3"},
                                            {"model.order=sb", "experts.count=3"},
                                            {"model.order=gf", "encoding=none gating.length=8"}};

/* The axes whose entries are tested. Positions and initialisations are not among them: they are constants, not
 * functions of parameters. */
static const char *const walked[] = {"architecture", "block", "norm", "residual", "mixer", "projection", "attention",
                                     "encoding",     "head",  "mask", "scale",    "cell",  "store",      NULL};

static void with_companions(const char *setting) {
    char settings[300];
    snprintf(settings, sizeof settings, "%s", setting);
    for (size_t i = 0; i < sizeof companions / sizeof *companions; i++) {
        const bool whole = !strcmp(setting, companions[i][0]),
                   axis = companions[i][0][strlen(companions[i][0]) - 1] == '=';
        const size_t at = strlen(settings);
        if (whole || (axis && !strncmp(setting, companions[i][0], strlen(companions[i][0]))))
            snprintf(settings + at, sizeof settings - at, " %s", companions[i][1]);
    }
    gradients_are_exact(settings);
}

/* The value of the small model on an axis. */
static const char *default_of(const char *axis) {
    int a = 0;
    while (strcmp(lg_axes[a].key, axis)) a++;
    return strcmp(axis, "mixer") ? lg_axis_options[a].fallback : "gelu";
}

/* Tests all entries except the defaults, which most models use anyway. The adaptive head is excluded, since this test
 * reads logits; test_adaptive.c tests its loss. */
static void every_entry(void **state) {
    (void)state;
    for (int a = 0; walked[a]; a++)
        for (const lg_entry *const *e = lg_axis_find(walked[a])->entries; *e; e++) {
            char setting[100];
            snprintf(setting, sizeof setting, "%s=%s", walked[a], (*e)->name);
            if (strcmp((*e)->name, default_of(walked[a])) && strcmp(setting, "head=adaptive")) with_companions(setting);
        }
}

/* Tests each sublayer letter of model.order together with the channel mixer. If the letter is itself a channel mixer,
 * tests it together with attention. */
static void every_sublayer(void **state) {
    (void)state;
    for (int i = 0; lg_sublayers[i]; i++) {
        const lg_sublayer *x = lg_sublayers[i];
        char setting[40];
        if (x->mixes_tokens)
            snprintf(setting, sizeof setting, "model.order=%cf", x->letter);
        else
            snprintf(setting, sizeof setting, "model.order=s%c", x->letter);
        if (x->summary) with_companions(setting);
    }
}

/* Each subset of the terms of Transformer-XL: with offsets, with drawn positions, and with real positions. */
static void every_subset_of_terms(void **state) {
    static const char *const positions[] = {"standard", "randomized positions.draw=positions positions.L=9",
                                            "augmented"};
    const lg_entry *relative = lg_axis_entry(lg_axis_find("encoding"), "relative");
    char terms[80], settings[200];
    (void)state;
    snprintf(terms, sizeof terms, "%s", lg_option_find(relative->options, "encoding.terms")->choices);
    for (char *rest, *set = strtok_r(terms, " ", &rest); set; set = strtok_r(NULL, " ", &rest))
        for (int i = 0; i < 3; i++) {
            snprintf(settings, sizeof settings, "model.blocks=1 encoding=relative encoding.terms=%s positions=%s", set,
                     positions[i]);
            gradients_are_exact(settings);
        }
}

/* ---- choices that only work together ---- */

static const char *const systems[] = {
    "block=normformer",
    "block=pre_norm block.head_scale=output encoding=rope",
    "encoding=alibi encoding.trained_slopes=true",
    "encoding=alibi encoding.sides=two_slopes encoding.trained_slopes=true mask=window mask.width=3",
    "encoding=alibi encoding.sides=split_heads positions=augmented",
    "encoding=hard_alibi encoding.local_heads=1 mask=chunk mask.chunk=4 mask.form=causal positions=augmented",
    "block=post_norm block.attention_norm=true block.hidden_norm=true norm=rms_norm mixer=swiglu",
    "initialisation=t_fixup mixer=gelu",
    "initialisation=depth_rescale residual=b2t",
    "architecture=encoder_decoder residual=b2t model.blocks=1",
    "architecture=encoder_decoder residual=deepnorm encoding=rope model.blocks=1",
    "architecture=encoder_decoder block=dual_norm mixer=gelu model.blocks=1",
    "architecture=encoder_decoder block=pre_norm head=tied model.blocks=1 cross.encoding=t5 cross.encoding.buckets=8 "
    "cross.encoding.max_distance=12",
    "architecture=encoder_decoder model.order=lf convolution.taps=3 encoding=none model.blocks=1",
    "model.order=fsf residual=scalar",
    "model.order=sandwich:1 residual=b2t mixer=gelu",
    "model.share=all model.share_norms=false model.step_signal=true",
    "model.embedding_width=3 model.embedding_norm=after_positions",
    "model.heads=4 model.key_heads=1 encoding=rope mask=causal encoding.clip=2",
    "model.heads=4 model.key_heads=2 attention=geometric encoding=none",
    "model.heads=4 model.key_heads=2 model.qk_norm=rms encoding=rope",
    "architecture=encoder_decoder model.qk_norm=rms projection=primer model.blocks=1",
    "architecture.memory_tokens=2 model.qk_norm=layer encoding=rope",
    "model.qk_norm=layer attention=softmax1", /* with softmax, offsets of keys shift all logits of a query alike */
    "model.heads=4 model.key_heads=2 attention=linear encoding=none mask=causal model.dropout_attention=0.2",
    "projection=primer projection.shared=true mask=causal encoding=rope",
    "projection=primer projection.centred=true mixer=squared_relu block=primer",
    "model.order=lf encoding=none convolution.taps=5 convolution.renorm_padding=true mask=causal",
    "model.order=lf encoding=none convolution.taps=4 convolution.gate=false",
    "model.order=df encoding=none convolution.taps=5 convolution.bias=true convolution.renorm_padding=true",
    "model.order=df encoding=none convolution.taps=4 mask=causal block=pre_norm",
    "model.order=se experts.count=3 experts.z_loss=0.1 experts.balance=0.5 mixer=geglu",
    "SEGMENTS encoding=relative model.order=se experts.count=2 experts.capacity=0.5 experts.capacity_least=1",
    "model.order=sb experts.count=2 experts.sublayers=2 mixer=swiglu block=pre_norm",
    "model.order=gb encoding=none mask=causal gating.length=8 gating.chunks=2 experts.count=2",
    "model.order=a persistent.pairs=3 encoding=relative block=pre_norm",
    "model.order=a persistent.pairs=3 attention=sink model.dropout_attention=0.2",
    "model.order=sfaf persistent.pairs=2 encoding=rope mask=lambda mask.width=2 mask.sinks=1",
    "architecture.memory_tokens=2 encoding=shaw encoding.clip=3",
    "architecture.memory_tokens=2 architecture.memory_form=controller block=pre_norm",
    "architecture.memory_tokens=2 architecture.memory_form=bottleneck encoding=sinusoid",
    "architecture=perceiver_io architecture.latents=2 architecture.repeats=2 architecture.query_residual=true",
    "architecture=perceiver_io architecture.latents=3 architecture.output=mean task=parity_check",
    "architecture=perceiver_ar encoding=rope mixer=squared_relu",
    "encoding=t5 encoding.buckets=8 positions=document positions.separator=1",
    "encoding=rope positions=document positions.separator=4 mask=document mask.separator=4 task=bucket_sort",
    "encoding=relative positions=document positions.separator=0",
    "encoding=none attention=geometric mask=document mask.separator=1",
    "SEGMENTS encoding=relative architecture.memory=4",
    "SEGMENTS encoding=relative encoding.terms=bcd architecture.memory=4",
    "SEGMENTS encoding=relative encoding.terms=acd architecture.memory=4 encoding.shared_terms=true",
    "SEGMENTS encoding=sinusoid architecture.memory=4",
    "SEGMENTS encoding=learned encoding.rows=7 architecture.memory=4",
    "SEGMENTS encoding=rope model.order=k memorizing.size=5 memorizing.read=2 block=pre_norm",
    "SEGMENTS encoding=relative model.order=kf memorizing.size=9 memorizing.read=3 memorizing.combine=joint",
    "SEGMENTS encoding=none model.order=memorizing memorizing.size=4 memorizing.read=9 architecture.memory=3",
    "architecture=recurrent architecture.hidden=4 cell=elman store=stack store.columns=2 store.count=2 "
    "store.joint=true",
    "architecture=recurrent architecture.hidden=4 cell=elman store=tape store.columns=2 store.cells=5 store.hidden=3",
    "architecture=recurrent architecture.hidden=4 cell=elman store=nd_stack store.symbols=2 store.reading=states"};

static void systems_of_several_choices(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) gradients_are_exact(systems[i]);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_entry, make_text, scratch_close),
        cmocka_unit_test_setup_teardown(every_sublayer, make_text, scratch_close),
        cmocka_unit_test_setup_teardown(every_subset_of_terms, make_text, scratch_close),
        cmocka_unit_test_setup_teardown(systems_of_several_choices, make_text, scratch_close)};
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("exact gradients", tests, NULL, NULL);
}
