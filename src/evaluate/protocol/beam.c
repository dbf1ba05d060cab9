/* beam.c: protocol that decodes targets by beam search and takes the best finished hypothesis. */
#include "evaluate/protocols.h"
#include "nn/model/stepping.h"

typedef struct beam {
    lg_beam_rules rules;
    double length_factor;
    int length_extra;
} beam;

#define AT(member) .at = offsetof(beam, member)
static const lg_option options[] = {
    {"eval.beam", LG_INT, "4", 1, 1024, NULL, "beam width: number of hypotheses that are extended in parallel",
     AT(rules.width)},
    {"eval.length_norm", LG_NAME, "gnmt", 0, 0, "gnmt fairseq",
     "length normalization: the log probability of l tokens is divided by a power of (5 + l) / 6 (gnmt) or of l "
     "(fairseq)",
     AT(rules.norm)},
    {"eval.length_penalty", LG_REAL, "0.6", 0, 100, NULL, "exponent of the length normalization; 0: none",
     AT(rules.penalty)},
    {"eval.length_factor", LG_REAL, "1", 0, 1000, NULL,
     "factor a of the length limit: for a source of n tokens, a hypothesis has at most a n + b tokens "
     "(b: eval.length_extra)",
     AT(length_factor)},
    {"eval.length_extra", LG_INT, "50", 0, LG_LENGTH_MAX, NULL,
     "constant b of the length limit, in tokens (see eval.length_factor)", AT(length_extra)},
    {0},
};

static lg_beam_rules rules(const void *own) {
    return ((const beam *)own)->rules;
}

/* Finds the maximum number of tokens of a hypothesis. If data has an end token, the maximum is (a n + b) tokens plus
 * the end token (a: eval.length_factor, b: eval.length_extra). The maximum is lower if eval.max_tokens or the number of
 * positions requires this. */
static int find_limit(const void *own, const lg_eval_settings *e, const lg_model *m, int n) {
    const beam *x = own;
    const int most = lg_protocol_limit(e, n);
    if (m->data->end < 0) return most;
    const double bound = x->length_factor * n + (double)x->length_extra;
    const int tokens = bound < LG_LENGTH_MAX ? (int)bound + 1 : LG_LENGTH_MAX;
    return lg_model_longest(m, (lg_record_size){n, 0}, most >= 0 && most < tokens ? most : tokens);
}

static void leave(const lg_eval_settings *e, const lg_pass *p, int sequences, lg_decoding *d, int *prompt) {
    *prompt = lg_protocol_prompt(p);
    for (int row = 0; row < sequences; row++) lg_protocol_leave(e, p, row, d);
}

static int count_passes(const void *own, const lg_eval_settings *e, const lg_model *m, const lg_sequence_layout *t) {
    return lg_protocol_passes(e, m, t, ((const beam *)own)->rules.width);
}

const lg_protocol lg_protocol_beam = {
    .name = "beam",
    .summary = "beam search: the best of several hypotheses that are extended in parallel",
    .formula = "k = eval.beam hypotheses are kept; the search starts with one empty hypothesis.\n"
               "Each step ranks the 2k most probable one-token extensions of all hypotheses. Extensions by the end\n"
               "token are final if they are among the first k. The first k extensions by other tokens are kept.\n"
               "A hypothesis has at most a n + b tokens before the end token, where a = eval.length_factor,\n"
               "b = eval.length_extra, and the source has n tokens. The search stops when k hypotheses are final.\n"
               "score = log P(tokens | source) / ((5 + l) / 6)^alpha (gnmt), or / l^alpha (fairseq), for l tokens,\n"
               "the end token included; the answer is the hypothesis with the highest score.\n"
               "If the data has no end token, all hypotheses have the length of the target.",
    .source =
        "Ott et al. 2019, fairseq; Wu et al. 2016 (GNMT), section 7; default values: Vaswani et al. 2017, section 6.1",
    .options = options,
    .own_bytes = LG_OWN(beam),
    .grouping = LG_GROUP_SOURCES,
    .autoregressive = true,
    .run = lg_pass_forward,
    .leave = leave,
    .limit = find_limit,
    .search = rules,
    .passes = count_passes,
};
