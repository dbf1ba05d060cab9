/* memory.c: protocol that reads a text segment by segment, while each block remembers earlier segments. Every token
 * thus has the full memory as context, at the cost of one pass. The last segment ends at the last scored target. The
 * text may be divided into text streams (eval.lanes) that are read in parallel. Each stream starts as many tokens
 * before its first target as fill its memory. */
#include "nn/stream/memory.h"
#include "data/targets.h"
#include "evaluate/segments.h"
#include "evaluate/targets.h"
#include "train/eval_records.h"
#include "train/stop.h"

/* A text that is being read. */
typedef struct reader {
    lg_trainer *t;
    lg_network network; /* network of the current step */
    lg_batch_buffers buffers;
    lg_graph_states states; /* memories of the text streams */
    lg_pass pass;
    int length;  /* number of tokens per segment */
    int streams; /* number of text streams */
    int kept;    /* number of memory rows */
    lg_targets targets;
    int fill;           /* number of segments that only fill the memory and are not counted */
    int64_t each, more; /* number of counted segments per text stream; the first `more` streams have one more */
    int64_t step;       /* index of the step; 0 is the first counted step; earlier steps fill the memory */
    int now;            /* number of text streams that have a segment in this step; they come first */
} reader;

/* ---- the present step ---- */

static lg_batch_record record_of(const reader *x, int stream) {
    const int64_t segment = stream * x->each + (stream < x->more ? stream : x->more) + x->step;
    const int64_t end = lg_targets_end(&x->targets, segment);
    const int scored = x->step < 0 ? 0 : lg_targets_scored(&x->targets, segment);
    return (lg_batch_record){.split = x->t->split,
                             .length = x->length,
                             .index = end - x->length - 1,
                             .segment = true,
                             .skipped = x->length - scored};
}

/* Pool job: runs one micro-batch of text streams. */
static void read_segments(void *task, int job, int worker) {
    const reader *x = task;
    const int S = x->network.graph->S;
    for (int i = job * S; i < (job + 1) * S; i++) {
        const lg_batch_record r = record_of(x, i);
        lg_pass_draw(&x->pass, &r, worker, i);
    }
    lg_pass_forward(&x->pass, job * S, worker);
}

/* Sets the network of this step. The previous network is kept if it has the right number of memory rows, and if its S
 * divides the number of text streams. */
static bool set_network(reader *x, lg_error *err) {
    lg_trainer *t = x->t;
    const lg_sequence_layout layout = lg_memory_layout(t->model, lg_model_sequence_layout(t->model, x->length), x->kept,
                                                       (x->fill + x->step) * x->length);
    const lg_graph *g = x->network.graph;
    if (g && lg_sequence_layout_same(&x->network.layout, &layout) && x->now % g->S == 0) return true;
    lg_network_free(&x->network);
    return lg_engine_evaluation(&t->engine, layout, x->now, t->eval.dropout, &x->network, err) &&
           lg_engine_reserve(&t->engine, &x->network, err) &&
           lg_graph_states_reserve(&x->states, x->network.graph, x->streams, err) &&
           lg_pass_open(&x->pass, &t->engine, &x->buffers, &x->network, x->streams, false, err) &&
           lg_pass_prepare(&x->pass, lg_key_fold(lg_trainer_eval_key(t, x->length), LG_KEY_POSITIONS), false, err);
}

static bool read_step(reader *x, lg_sequence_sums_fn each, void *user, lg_error *err) {
    x->now = x->step < x->each ? x->streams : (int)x->more;
    if (!set_network(x, err)) return false;
    x->pass.first = (x->fill + x->step) * x->streams;
    lg_pool_run(x->t->engine.pool, x->now / x->network.graph->S, read_segments, x);
    if (!lg_trainer_go_on(x->t, err)) return false;
    for (int i = 0; i < x->now && x->step >= 0; i++) {
        const lg_sequence_sums sequence = lg_pass_sums(&x->pass, i, 0);
        each(user, &sequence);
    }
    return true;
}

/* ---- a whole length ---- */

static bool open_reader(reader *x, lg_trainer *t, int length, lg_error *err) {
    const int64_t streams = lg_segments_rules(t).streams;
    *x = (reader){.t = t, .length = length, .kept = lg_segments_kept_at(t, length)};
    if (!lg_segments_check(t, length, err) || !lg_model_supports_length(t->model, length, err) ||
        !lg_dataset_has(t->model->data, t->split, length, err) || !lg_trainer_check_targets(t, t->split, length, err))
        return false;
    lg_trainer_targets(t, length, &x->targets);
    const int64_t n = x->targets.windows;
    x->streams = (int)(streams < n ? streams : n);
    x->each = n / x->streams;
    x->more = n % x->streams;
    x->step = -(x->fill = lg_targets_fill(t, length));
    x->buffers.states = &x->states;
    x->pass.dropout = lg_key_fold(lg_trainer_eval_key(t, length), LG_KEY_DROPOUT);
    return true;
}

static bool evaluate(lg_trainer *t, int length, lg_sequence_sums_fn each, void *user, lg_error *err) {
    reader x;
    bool ok = open_reader(&x, t, length, err);
    for (; ok && x.step < x.each + (x.more > 0); x.step++) ok = read_step(&x, each, user, err);
    lg_network_free(&x.network);
    lg_batch_buffers_free(&x.buffers);
    lg_graph_states_free(&x.states);
    lg_pass_free(&x.pass);
    return ok;
}

static lg_segment_rules rules(const void *own) {
    return *(const lg_segment_rules *)own;
}

#define AT(member) .at = offsetof(lg_segment_rules, member)
static const lg_option options[] = {
    {"eval.memory", LG_INT, "0", 0, LG_LENGTH_MAX, NULL,
     "length of the segment memory in evaluation, in tokens; 0: as in training", AT(memory)},
    {"eval.same_span", LG_BOOL, "false", 0, 0, NULL,
     "adapt the memory to the segment length L: curriculum.lengths - L tokens more than eval.memory, so that "
     "memory and segment together are equally long at every L",
     AT(same_span)},
    {"eval.lanes", LG_INT, "1", 1, 65536, NULL,
     "split the text into N parts (alias: eval.streams), which are evaluated in parallel for speed; each part fills "
     "its memory with the text just before its first target, and reads no earlier text",
     AT(streams)},
    {0},
};

const lg_protocol lg_protocol_memory = {
    .name = "memory",
    .summary = "a text evaluated segment by segment, with a memory of earlier segments "
               "(Transformer-XL)",
    .formula = "The scored targets S are the last tokens of the split (eval.targets): the same at every length,\n"
               "and the same as with `protocol: pass`.\n"
               "Segments have L tokens. The last segment ends at the last target of S. Each target is scored once.\n"
               "Each block attends to its input rows of the segment and to the m rows before the segment.\n"
               "m = eval.memory; with eval.same_span, m = eval.memory + curriculum.lengths - L.\n"
               "Evaluation starts ceil(m / L) segments before S, so that every target has a full memory.\n"
               "eval.lanes N: N parts of S in parallel, each preceded by its own ceil(m / L) segments.",
    .source = "Dai et al. 2019, Transformer-XL, section 3.2",
    .options = options,
    .own_bytes = LG_OWN(lg_segment_rules),
    .run = lg_pass_forward,
    .evaluate = evaluate,
    .segments = rules,
};
