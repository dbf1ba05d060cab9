/* beam.c: see beam.h. Uses the rules of fairseq's sequence_generator.py (Ott et al. 2019). */
#include "decode/beam.h"

#include "kernel/kernel.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* A token of a hypothesis. The index of a node is depth * width + i: `depth` is the number of tokens before this token,
 * and i < width differs between the nodes of the same depth. */
typedef struct lg_beam_node {
    double log_probability; /* sum of the log-probabilities of all tokens so far */
    int32_t token;
    int32_t parent; /* node of the previous token; -1: this is the first token */
} node;

/* An unfinished hypothesis. */
typedef struct lg_beam_live {
    double log_probability;
    int32_t node; /* node of the last token; -1: there are no tokens yet */
    int slot;
} live;

typedef struct lg_beam_final {
    double score, log_probability;
    int32_t node; /* node of the last token before the end token */
    bool ended;
} final;

/* A hypothesis extended by one token. */
typedef struct lg_beam_choice {
    double log_probability;
    int from; /* index of the hypothesis that is extended */
    int32_t token;
} choice;

double lg_beam_normaliser(const lg_beam_rules *r, int length) {
    return pow(r->norm == LG_NORM_GNMT ? (5.0 + length) / 6.0 : (double)length, r->penalty);
}

/* ---- memory ---- */

/* Sets the arrays to parts of `memory`, each aligned to 8 bytes. If `memory` is NULL, sets nothing. Returns the total
 * size. */
static size_t divide_memory(lg_beam *b, char *memory) {
    const size_t width = (size_t)b->rules.width, limit = (size_t)b->limit;
    size_t at = 0;
#define PART(member, count)                                                                                            \
    if (memory) b->member = (void *)(memory + at);                                                                     \
    at += ((count) * sizeof *b->member + 7) / 8 * 8
    PART(live, width);
    PART(next, width);
    PART(best, width);
    PART(choices, 2 * width);
    PART(nodes, limit * width);
    PART(held, width);
    PART(tops, 2 * width);
    PART(moves, width);
#undef PART
    return at;
}

size_t lg_beam_bytes(const lg_beam_rules *r, int limit) {
    lg_beam b = {.rules = *r, .limit = limit};
    return divide_memory(&b, NULL);
}

void lg_beam_begin(lg_beam *b, const lg_beam_rules *r, int end, int limit, void *memory) {
    assert(r->width > 0 && limit > 0);
    *b = (lg_beam){.rules = *r, .end = end, .limit = limit, .alive = 1};
    divide_memory(b, memory);
    b->live[0] = (live){.node = -1};
    for (int i = 0; i < r->width; i++) b->held[i] = -1;
}

/* ---- continuations ---- */

/* Finds the ids of the `most` highest of n logits, in descending order. Equal logits are in the order of ids. Returns
 * the number of ids: `most`, or n if that is less. */
static int find_tops(const real *logits, int n, int most, int32_t *tops) {
    int count = 0;
    for (int32_t c = 0; c < n; c++) {
        if (count == most && !(logits[c] > logits[tops[count - 1]])) continue;
        int at = count < most ? count++ : most - 1;
        for (; at > 0 && logits[c] > logits[tops[at - 1]]; at--) tops[at] = tops[at - 1];
        tops[at] = c;
    }
    return count;
}

/* Logarithm of the sum of exp over n logits. logits[top] is the highest logit. */
static double log_sum(const lg_kernels *k, const real *logits, int n, int32_t top) {
    real loss;
    const lg_cross_entropy a = {
        .M = 1, .N = n, .x = {.data = (void *)logits}, .target = {.data = &top}, .loss = {.data = &loss}};
    k->cross_entropy(k, &a);
    return (double)logits[top] + (double)loss;
}

/* Inserts a continuation if it is among the best 2 * width so far. Otherwise returns false. */
static bool take_choice(lg_beam *b, int *count, choice c) {
    const int most = 2 * b->rules.width;
    if (*count == most && !(c.log_probability > b->choices[most - 1].log_probability)) return false;
    int at = *count < most ? (*count)++ : most - 1;
    for (; at > 0 && c.log_probability > b->choices[at - 1].log_probability; at--) b->choices[at] = b->choices[at - 1];
    b->choices[at] = c;
    return true;
}

/* Lists the best continuations of all hypotheses, the most probable first. */
static int list_choices(lg_beam *b, const lg_kernels *k, const real *logits, size_t stride, int classes) {
    const bool must_end = b->end >= 0 && b->tokens + 1 == b->limit;
    int count = 0;
    for (int i = 0; i < b->alive; i++) {
        const real *x = logits + (size_t)b->live[i].slot * stride;
        const int n = find_tops(x, classes, must_end ? 1 : 2 * b->rules.width, b->tops);
        const double base = b->live[i].log_probability - log_sum(k, x, classes, b->tops[0]);
        if (must_end) b->tops[0] = b->end;
        for (int j = 0; j < n; j++)
            if (!take_choice(b, &count, (choice){base + (double)x[b->tops[j]], i, b->tops[j]})) break;
    }
    return count;
}

/* ---- hypotheses ---- */

static int32_t add_node(lg_beam *b, int number, const choice *c) {
    const int32_t at = b->tokens * b->rules.width + number;
    b->nodes[at] = (node){c->log_probability, c->token, b->live[c->from].node};
    return at;
}

/* Inserts a final hypothesis, after hypotheses with the same score. */
static void add_final(lg_beam *b, const choice *c, int32_t last) {
    const double score = c->log_probability / lg_beam_normaliser(&b->rules, b->tokens + 1);
    int at = b->finals++;
    for (; at > 0 && score > b->best[at - 1].score; at--) b->best[at] = b->best[at - 1];
    b->best[at] = (final){score, c->log_probability, last, c->token == b->end};
}

/* Divides the continuations into final and live hypotheses. The `slot` of a live hypothesis is the index of its parent
 * until choose_slots chooses the slot. */
static void divide_choices(lg_beam *b, int count) {
    const int width = b->rules.width;
    int going = 0;
    for (int i = 0; i < count; i++) {
        const choice *c = &b->choices[i];
        if (b->end < 0 && b->tokens + 1 == b->limit) {
            if (b->finals < width) add_final(b, c, add_node(b, i, c));
        } else if (c->token == b->end) {
            if (i < width && b->finals < width) add_final(b, c, b->live[c->from].node);
        } else if (going < width) {
            b->next[going] = (live){c->log_probability, add_node(b, going, c), c->from};
            going++;
        }
    }
    b->alive = going;
}

/* ---- slots ---- */

static int depth_of(const lg_beam *b, int32_t at) {
    return at < 0 ? 0 : at / b->rules.width + 1;
}

/* Number of tokens that two hypotheses share at their beginning. */
static int common_tokens(const lg_beam *b, int32_t x, int32_t y) {
    while (x != y)
        if (depth_of(b, x) >= depth_of(b, y))
            x = b->nodes[x].parent;
        else
            y = b->nodes[y].parent;
    return depth_of(b, x);
}

/* Chooses slots. The most probable continuation of a hypothesis takes its slot; other continuations take free slots. On
 * entry, the `slot` of an element of `next` is the index of its parent hypothesis. */
static void choose_slots(lg_beam *b) {
    bool(*const taken) = (bool *)(void *)b->tops; /* [width], by slot; overwrites `tops`, which is no longer needed */
    memset(taken, 0, (size_t)b->rules.width * sizeof *taken);
    for (int i = 0; i < b->alive; i++) taken[b->live[b->next[i].slot].slot] = true;
    int first_free = 0;
    b->move_count = 0;
    for (int i = 0; i < b->alive; i++) {
        const int parent = b->next[i].slot, from = b->live[parent].slot;
        bool kept = false;
        for (int j = 0; j < i && !kept; j++) kept = b->nodes[b->next[j].node].parent == b->live[parent].node;
        b->next[i].slot = from;
        if (!kept) continue;
        while (taken[first_free]) first_free++;
        taken[first_free] = true;
        b->next[i].slot = first_free;
        const int first = common_tokens(b, b->live[parent].node, b->held[first_free]);
        b->moves[b->move_count++] = (lg_beam_move){from, first_free, first};
    }
    for (int i = 0; i < b->alive; i++) b->held[b->next[i].slot] = b->next[i].node;
}

void lg_beam_advance(lg_beam *b, const lg_kernels *k, const real *logits, size_t stride, int classes) {
    assert(!b->over && b->tokens < b->limit);
    divide_choices(b, list_choices(b, k, logits, stride, classes));
    b->tokens++;
    b->over = b->finals == b->rules.width || b->alive == 0;
    if (b->over) return;
    choose_slots(b);
    struct lg_beam_live *before = b->live;
    b->live = b->next;
    b->next = before;
}

int lg_beam_slot(const lg_beam *b, int i, int32_t *token) {
    *token = b->nodes[b->live[i].node].token;
    return b->live[i].slot;
}

void lg_beam_path(const lg_beam *b, int slot, int32_t *out) {
    int i = b->alive - 1;
    while (i > 0 && b->live[i].slot != slot) i--;
    int32_t at = b->live[i].node;
    for (int j = b->tokens; j-- > 0; at = b->nodes[at].parent) out[j] = b->nodes[at].token;
}

void lg_beam_write(const lg_beam *b, int i, lg_hypothesis *out) {
    const final *f = &b->best[i];
    double after = f->log_probability;
    out->ended = f->ended;
    out->log_probability = f->log_probability;
    out->score = f->score;
    out->count = depth_of(b, f->node) + f->ended;
    int32_t at = f->node;
    for (int j = out->count; j-- > 0;) {
        const bool is_end = f->ended && j + 1 == out->count;
        const int32_t before = is_end ? at : b->nodes[at].parent;
        const double log_before = before < 0 ? 0 : b->nodes[before].log_probability;
        out->answer[j] = is_end ? b->end : b->nodes[at].token;
        if (out->probabilities) out->probabilities[j] = exp(after - log_before);
        after = log_before;
        at = before;
    }
}
