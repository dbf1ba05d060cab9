/* primer.c: a causal convolution of width 3 over tokens after each map: queries, keys and values are summed with those
 * of the two previous tokens, with separate weights for each column. A single layer can then find what followed an
 * earlier occurrence of this token, which otherwise takes two layers. Encodings that rotate queries and keys rotate the
 * sums. */
#include "graph/ops.h"
#include "nn/axes/mask.h"
#include "nn/axes/projection.h"
#include "nn/model/parts.h"
#include "nn/pieces/convolution.h"
#include "nn/pieces/published.h"

enum { TAPS = 3 };

typedef struct primer {
    bool centred, shared, cross;
} primer;

static const lg_option options[] = {
    {"projection.centred", LG_BOOL, "false", 0, 0, NULL,
     "if the mask is not causal, convolve over the previous, the current and the next token instead of the last 3 "
     "tokens",
     .at = offsetof(primer, centred)},
    {"projection.shared", LG_BOOL, "false", 0, 0, NULL, "compute queries from keys with a second linear map: q = k Wq",
     .at = offsetof(primer, shared)},
    {"projection.cross", LG_BOOL, "false", 0, 0, NULL,
     "also convolve queries, keys and values in cross-attention: queries as in self-attention, keys and values centred",
     .at = offsetof(primer, cross)},
    {0},
};

static const primer *options_of(const lg_model *m) {
    return (const void *)&m->projection.own;
}

static bool across(const void *own) {
    return ((const primer *)own)->cross;
}

/* How a convolution reads the rows of a stream. */
typedef struct convolved {
    bool steps, centred;
    lg_tensor *span;
    int lead; /* leading rows that have no output */
} convolved;

/* The current token starts with weight 0.5 and each other token with 0.5 / 3, as published. */
static lg_tensor *kernel(lg_build *b, int block, const char *name, int columns, int before) {
    const lg_initial initial = {.distribution = LG_INITIAL_ROW, .row = before, .high = 0.5, .low = 0.5 / 3};
    return lg_build_parameter(b, block, LG_ROLE_TERM, name, 2, (int[]){TAPS, columns}, initial);
}

/* Convolves x [S,T,N] with the kernel NAME.PART_kernel. In a stepping graph, earlier rows are the state
 * NAME.PART_rows. */
static lg_tensor *convolve(lg_build *b, int block, const char *name, const char *part, lg_tensor *x, convolved of) {
    const char *whole = lg_build_name(b, name, part);
    const int before = of.centred ? TAPS / 2 : TAPS - 1, rows = x->shape[1];
    lg_tensor *w = kernel(b, block, lg_build_name_with(b, whole, "_kernel"), lg_columns(x), before);
    if (of.span) x = lg_op_span_rows(b->g, x, of.span);
    if (of.steps) x = lg_build_history(b, block, lg_build_name_with(b, whole, "_rows"), x, before);
    return lg_op_depthwise_convolution(b->g, x, w, before, of.lead + x->shape[1] - rows);
}

/* x, the last rows of the stream, preceded by the memory rows that it is summed with. */
static lg_tensor *with_neighbours(lg_build *b, lg_tensor *x, lg_tensor *rows, convolved *of) {
    const int memory = b->stream->memory;
    of->lead = memory < TAPS - 1 ? memory : TAPS - 1;
    return of->lead > 0 ? lg_op_select_rows(b->g, rows, memory - of->lead, of->lead + x->shape[1]) : x;
}

static void project(lg_build *b, int block, const char *name, lg_tensor *x, lg_tensor *rows, lg_attend *a) {
    const lg_token_stream *s = b->stream;
    const primer *option = options_of(b->model);
    if (a->cross && !option->cross) {
        lg_projection_linear.project(b, block, name, x, rows, a);
        return;
    }
    const bool centred = option->centred && !lg_mask_is_causal(s->mask);
    const bool shared = !a->cross && option->shared;
    convolved own = {.steps = s->steps, .centred = centred, .span = s->span}, other = own;
    if (a->cross) other = (convolved){.centred = true, .span = a->span};
    if (rows) {
        a->k = convolve(b, block, name, "key", lg_build_head(b, block, LG_ROLE_KEY, name, "key", rows), other);
        a->v = convolve(b, block, name, "value", lg_build_head(b, block, LG_ROLE_VALUE, name, "value", rows), other);
    }
    lg_tensor *from = shared ? lg_op_select_rows(b->g, a->k, x->first, x->shape[1])
                             : with_neighbours(b, x, a->cross ? x : rows, &own);
    a->q = lg_build_head(b, block, LG_ROLE_QUERY, name, "query", from);
    if (!shared) a->q = convolve(b, block, name, "query", a->q, own);
}

static bool centred(const void *own) {
    return ((const primer *)own)->centred;
}

const lg_projection lg_projection_primer = {
    .name = "primer",
    .summary = "a linear map, then a depthwise convolution over the last 3 tokens",
    .formula = "x = h W for each of q, k and v;  y[t] = c0 x[t] + c1 x[t-1] + c2 x[t-2], column by column\n"
               "c: [3,columns], initially 0.5, 0.5/3, 0.5/3; zeros before the first token; encodings rotate y\n"
               "projection.shared: k = y of h Wk, q = k Wq",
    .source = "So et al. 2021, Primer: Searching for Efficient Transformers for Language Modeling, section 3",
    .published =
        "So et al. 2021: Primer-EZ is this projection with mixer: squared_relu. Primer, which has further changes, "
        "reaches " LG_SO_2021,
    .options = options,
    .own_bytes = LG_OWN(primer),
    .encodes_order = true,
    .project = project,
    .across = across,
    .neighbours = true,
    .centred = centred,
};
