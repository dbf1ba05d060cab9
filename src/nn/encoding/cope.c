/* cope.c: contextual positions: the position of a key relative to a query is the sum of gates, computed from content,
 * so a model can count words or marks instead of tokens. Each integer position has a trained vector in each block,
 * whose product with the query is added to the logit; fractional positions are interpolated. Gates are summed backwards
 * from the query, so masks must be causal. */
#include "graph/ops.h"
#include "nn/axes/encoding.h"
#include "nn/axes/mask.h"
#include "nn/model/parts.h"

typedef struct cope {
    int max_position;
    bool term_in_scale;
} cope;

static const lg_option options[] = {
    {.name = "encoding.max_position",
     .type = LG_INT,
     .fallback = "64",
     .min = 1,
     .max = 4096,
     .help = "largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors",
     .at = offsetof(cope, max_position)},
    {.name = "encoding.term_in_scale",
     .type = LG_BOOL,
     .fallback = "true",
     .help = "scale the position term together with the logits, as in the authors' code; false: "
             "add it after scaling, as in the paper",
     .at = offsetof(cope, term_in_scale)},
    {0},
};

static const lg_entry_default defaults[] = {{"mask", "causal"}, {0}};

static void logit_term(const void *own, lg_build *b, int block, lg_attend *a) {
    const cope *x = own;
    const lg_initial zeros = {.distribution = LG_INITIAL_CONSTANT};
    const int shape[] = {x->max_position + 1, b->model->head_width};
    lg_tensor *e = lg_build_parameter(b, block, LG_ROLE_TERM, "attention.contextual_positions", 2, shape, zeros);
    lg_attend seen = *a; /* gates need the mask even when inspection omits it to show all pairs */
    seen.visible = b->stream->visible;
    seen.prefix = lg_mask_prefix(b->stream->mask);
    a->extra = lg_op_contextual_scores(b->g, &seen, e, x->term_in_scale);
    lg_tap_add(b->taps, block, "contextual_positions", LG_TAP_ROWS, e);
}

const lg_encoding lg_encoding_cope = {
    .name = "cope",
    .summary = "a trained vector for each contextual position: the sum of content-dependent gates from the key to the "
               "query (CoPE)",
    .formula = "score(t,s) = ( q_t . k_s + z_t(p_ts) ) / sqrt(dk)\n"
               "z_t(p) = q_t . e[p], linearly interpolated between integers p\n"
               "p_ts = sum over j = s..t of sigmoid(q_t . k_j / sqrt(dk)), over visible keys,\n"
               "at most P = max_position\n"
               "e: [P+1, dk] in each block, trained, shared by its heads; initially 0\n"
               "term_in_scale: false: z is not divided by sqrt(dk)",
    .source = "Golovneva et al. 2024, Contextual Position Encoding: Learning to Count What's Important, section 4",
    .example = "lengthen inspect encoding cope --heads 1 --q ONES --k ONES\n"
               "contextual_positions[0]: 0 0 0 0\n"
               "scores[0,3]: 2 2 2 2\n"
               "ONES: a file of 4 rows of 4 ones. Initially e = 0. Gates are sigmoid(4 / 2) = 0.880797, so keys\n"
               "0..3 of query 3 are at positions 4, 3, 2 and 1 times 0.880797.\n"
               "With e[p] = (p, p, p, p) / 4, z = p and scores are (4 + p) / 2: 3.76159 3.3212 2.8808 2.4404",
    .options = options,
    .own_bytes = LG_OWN(cope),
    .defaults = defaults,
    .shift_invariant = true,
    .causal = true,
    .plain_queries = true,
    .logit_term = logit_term,
    .trained = "(P+1) dk in each block",
    .work = "T P d products, H T T look-ups",
};
