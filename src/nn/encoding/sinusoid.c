/* sinusoid.c: sines and cosines of the position, added to the embedding. */
#include "nn/axes/encoding.h"
#include "nn/model/parts.h"
#include "nn/pieces/published.h"
#include "nn/stream/position_sample.h"

typedef struct sinusoid {
    double base;
    enum { HALVES, INTERLEAVED } layout;
    int first;
} sinusoid;

static const lg_option options[] = {
    LG_OPTION_ENCODING_BASE(sinusoid),
    {"encoding.layout", LG_NAME, "halves", 0, 0, "halves interleaved",
     "order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side "
     "by side",
     .at = offsetof(sinusoid, layout)},
    {"encoding.first", LG_INT, "0", 0, 1 << 24, NULL, "offset added to every position; with 1, positions count from 1",
     .at = offsetof(sinusoid, first)},
    {0},
};

static double base(const void *own) {
    return ((const sinusoid *)own)->base;
}

static int first(const void *own) {
    return ((const sinusoid *)own)->first;
}

/* Interleaves the sines and cosines of the frequencies. */
static void interleave(lg_sinusoid *table, double p, real *row) {
    real sine[LG_WIDTH_MAX / 2], cosine[LG_WIDTH_MAX / 2];
    lg_sinusoid_at(table, p, sine, cosine);
    for (int i = 0; i < table->pairs; i++) {
        row[2 * i] = sine[i];
        row[2 * i + 1] = cosine[i];
    }
}

static void fill(const void *context, const void *user, const lg_tensor *t, void *out) {
    lg_positional *of = lg_build_positional_of(context, user);
    const sinusoid *x = (const sinusoid *)&of->encoding.own;
    const double *p = lg_build_position_ids(context, user)->position;
    lg_sinusoid *table = &of->model_table;
    int N = t->shape[1];
    real *row = out;
    for (int i = 0; i < t->shape[0]; i++, row += N) {
        if (x->layout == INTERLEAVED)
            interleave(table, x->first + p[i], row);
        else
            lg_sinusoid_at(table, x->first + p[i], row, row + N / 2);
    }
}

static lg_tensor *embed(const void *own, lg_build *b) {
    (void)own;
    return lg_build_positions(b, -1, false, 2, (int[]){lg_stream_tokens(b->stream), b->model->width}, fill);
}

const lg_encoding lg_encoding_sinusoid = {
    .name = "sinusoid",
    .summary = "sines and cosines of the position, added to the embedding",
    .formula = "x_t = sqrt(d) E[token_t] + A(p_t)                 A: [d]\n"
               "A(p)[i] = sin(p w_i), A(p)[d/2+i] = cos(p w_i), w_i = base^(-2i/d), i in 0..d/2-1\n"
               "with encoding.layout: interleaved: A(p)[2i] = sin(p w_i), A(p)[2i+1] = cos(p w_i)",
    .source =
        "Vaswani et al. 2017, Attention Is All You Need, section 3.5 (with halves concatenated, as in Ruoss et al. "
        "2023)",
    .example = "lengthen inspect encoding sinusoid --length 4 --heads 1 --width 4\n"
               "embedding[1]: 0.841471 0.00999983 0.540302 0.99995\n"
               "embedding[3]: 0.14112 0.0299955 -0.989992 0.99955\n"
               "The frequencies are 1 and 0.01, so embedding[3] is sin 3, sin 0.03, cos 3, cos 0.03.",
    .published = "Press et al. 2022, table 2: WikiText-103, 247M, trained at 512, perplexity at 512 712 1012 1512 2512 "
                 "5512 15512 tokens: 20.05 24.86 43.54 76.23 132.41 240.44 406.01\n"
                 "Chi et al. 2022, table 3: OpenWebText2, 162M, trained at 512, perplexity at 512 1024 2048 4096 8192 "
                 "16384 tokens: 33 750 5507 14039 22621 30046\n" LG_KAZEMNEJAD_2023_SINUSOID,
    .options = options,
    .own_bytes = LG_OWN(sinusoid),
    .reads = LG_POSITION_INPUT_IDS,
    .base = base,
    .first = first,
    .embed = embed,
    .work = "T d additions, once",
};
