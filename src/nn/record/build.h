/* build.h: the functions with which encodings, attention functions, blocks, mixers and heads record a graph. */
#ifndef LG_NN_BUILD_H
#define LG_NN_BUILD_H

#include "formula/formula.h"
#include "graph/graph.h"
#include "nn/axes/chosen.h"
#include "nn/model/pattern.h"
#include "nn/record/role.h"
#include "nn/record/tap.h"

struct lg_model;
struct lg_network;
struct lg_positional;
struct lg_position_ids;
struct lg_cross;
struct lg_formula_pairs; /* graph/ops.h */

/* The attention mask and scale of a stream under a choice of the pattern. */
typedef struct lg_visibility {
    bool open;
    lg_tensor *scale, *visible;
    const int *seen;
    int past;
} lg_visibility;

/* A sequence of vectors, with properties of its tokens. Its timeline has T tokens: rows of earlier segments come first,
 * then the computed rows, whose tensors begin at token `memory`. */
typedef struct lg_token_stream {
    const char *prefix; /* prefix of parameter and state names, "encoder."; "" if there is one stream */
    int number;         /* stream number (nn/stream/positional.h); 0: the stream that the head reads */
    int T, memory;      /* tokens of the timeline, and how many are rows of earlier segments */
    int keys;           /* number of keys, if the keys are in another timeline; else 0 */
    bool steps;         /* read piece by piece (stepping.h): its rows are tokens from the frame's `at` on */
    int piece;          /* longest piece; 0: any length */
    int kept;           /* rows kept for the next segment (nn/stream/memory.h); 0: none */
    int begin;          /* first token that has keys; earlier tokens are hidden (architecture perceiver_ar) */
    int stored, stores; /* key-value pairs that sublayers "k" have stored, and can store; 0: none */
    int memory_tokens;  /* number of memory tokens (nn/stream/memory_tokens.h) */
    int choice;         /* the pattern's choice for the block being recorded */
    const lg_chosen_mask *mask;
    lg_tensor *span; /* input, int32 [S,2]: first valid token and number of valid tokens; NULL: all */
    /* Set by lg_build_open_stream. */
    lg_tensor *scale;     /* constant [T] */
    lg_tensor *visible;   /* constant int32 [2,T], or a table of these: the keys of each query; NULL: all */
    const int *seen;      /* [T]: number of keys that a query sees, an upper bound with documents; NULL: all */
    int past;             /* largest distance back to a visible key, without the mask's prefix; set with seen */
    lg_tensor *positions; /* set by lg_build_embed: what the encoding adds to embeddings; NULL: nothing */
    lg_tensor *sum;       /* set by block dual_norm: the embedding plus all that was added to the stream */
    lg_visibility visibilities[LG_CHOICES_MAX]; /* masks and scales of choices recorded earlier */
} lg_token_stream;

/* The routing of a sublayer's tokens to experts, computed in each run of the graph. */
typedef struct lg_load {
    const char *sublayer;       /* name of the sublayer */
    const char *stream;         /* the stream's prefix */
    int block;                  /* index in the stream */
    lg_tensor *expert, *choice; /* int32 [S,T]: see lg_op_route; choice ignores the capacity */
    lg_tensor *loss;            /* [S,1,1], in a training graph; NULL: none */
    struct lg_load *next;
} lg_load;

typedef struct lg_build {
    struct lg_model *model;
    lg_graph *g;
    lg_token_stream *stream; /* the stream that is being recorded */
    bool drops;              /* dropout is on in this graph */
    bool numbers_each;       /* sequences have their own positions (lg_positional.per_sequence) */
    bool draws_each;         /* sequences draw their own positions (lg_positional.draws) */
    bool documents;          /* positions or masks depend on documents, so each sequence has its own */
    double dropout;          /* rate for sublayer outputs; 0: off */
    lg_taps *taps;           /* taps of an instrumented graph; else NULL */
    lg_load **loads;         /* list of the graph's loads, in order; NULL: not needed */
    bool content_free;       /* queries and keys are zeros: only taps that do not depend on them are valid */
} lg_build;

/* A parameter of a block of the stream, or of the whole stream (block < 0). Block 3 and "attention.query" give the name
 * "block.3.attention.query"; if blocks share parameters, the number is that of their set (nn/model/sharing.h). The
 * initial values follow `initial` or, without this argument, the role. */
lg_tensor *lg_build_parameter(lg_build *b, int block, lg_role role, const char *name, int rank, const int *shape,
                              lg_initial initial);
lg_tensor *lg_build_role(lg_build *b, int block, lg_role role, const char *name, int rank, const int *shape);
/* Distribution of a role's initial values in the build's stream, with the factors of the initialization and the
 * residual. */
lg_initial lg_build_initial(const lg_build *b, lg_role role, const int *shape);
/* Applies these two factors to another distribution. */
lg_initial lg_build_scale_initial(const lg_build *b, lg_role role, lg_initial initial);
/* act(x W + bias) with a weight W [columns(x), columns] of this role. */
lg_tensor *lg_build_linear(lg_build *b, int block, lg_role role, const char *name, lg_tensor *x, int columns, bool bias,
                           lg_activation act);
/* The embedding table of the stream, [symbols,E], and the map from there to the model's width, [E,width]. The map is
 * NULL if E is the width. All streams of one vocabulary share both. */
lg_tensor *lg_build_token_table(lg_build *b);
lg_tensor *lg_build_token_map(lg_build *b);
/* A parameter that all streams of one vocabulary share: a part of an embedding table, or a map that belongs to it. */
lg_tensor *lg_build_token_parameter(lg_build *b, lg_role role, const char *name, int rank, const int *shape,
                                    lg_initial initial);
/* The names NAME.PART and NAMEENDING. */
const char *lg_build_name(lg_build *b, const char *name, const char *part);
const char *lg_build_name_with(lg_build *b, const char *name, const char *ending);
/* x W for all heads of queries, keys or values, by role. The map NAME.PART is [width,width], or
 * [width,key_heads*head_width]. */
lg_tensor *lg_build_head(lg_build *b, int block, lg_role role, const char *name, const char *part, lg_tensor *x);
/* Normalizes heads of queries (NAME.query_norm) or of keys (NAME.key_norm) if model.qk_norm is set; x may be NULL. */
lg_tensor *lg_build_head_norm(lg_build *b, int block, const char *name, const char *part, lg_tensor *x);
/* Dropout with this rate if the graph has dropout. */
lg_tensor *lg_build_drop(lg_build *b, double rate, lg_tensor *x);
/* A parameter [columns] of a block's norm, shared between blocks as model.share_norms says. */
lg_tensor *lg_build_norm_parameter(lg_build *b, int block, lg_role role, const char *name, int columns);
/* The model's norm of h, and of h + dropout(o). */
lg_tensor *lg_build_norm(lg_build *b, int block, const char *name, lg_tensor *h);
lg_tensor *lg_build_add_norm(lg_build *b, int block, const char *name, lg_tensor *h, lg_tensor *o);
/* A norm by mean and variance, or by the mean square (rms), with a trained gain NAME.scale [width] and, if `offset`,
 * NAME.offset [width]. Option norm.epsilon. */
lg_tensor *lg_build_norm_of_kind(lg_build *b, int block, const char *name, bool rms, bool offset, lg_tensor *h,
                                 lg_tensor *o);
/* h + dropout(o), the sum after sublayer `part` of a block. */
lg_tensor *lg_build_add(lg_build *b, int block, const char *part, lg_tensor *h, lg_tensor *o);
/* A state of a block (lg_graph_state). */
lg_tensor *lg_build_state(lg_build *b, int block, const char *name, int rows, int columns);
/* A cache of the model's heads of keys or values (lg_graph_cache). */
lg_tensor *lg_build_cache(lg_build *b, int block, const char *name, lg_cached what, int tokens, lg_cache_layout layout);
lg_tensor *lg_build_gate_cache(lg_build *b, int block); /* gates of all tokens of the stream */
/* The terms of the master equation in parts.h, with their taps. */
lg_tensor *lg_build_position_rows(lg_build *b); /* A [T,width]; NULL: nothing is added to embeddings */
/* The attention scale, a constant [tokens], if each token of the stream sees `keys` keys of another stream. */
lg_tensor *lg_build_cross_scale(lg_build *b, int keys);
lg_tensor *lg_build_scale(lg_build *b, const int *seen); /* token i sees seen[i] keys; NULL: all keys */
/* Multiplies the queries of a block, with parameters under NAME, by a scale that is trained or differs between heads.
 * Before the call, a->scale holds numbers of keys; after the call, every element is 1. */
void lg_build_scale_queries(lg_build *b, int block, const char *name, lg_attend *a);
/* Prefixes of the names of a formula's parameters and of their taps; shared: one set of parameters for all blocks. */
typedef struct lg_formula_naming {
    const char *parameters, *taps;
    bool shared;
} lg_formula_naming;
/* The values of a formula [heads,places], with its parameters. fixed: operands that are the same for all places and
 * heads. */
lg_tensor *lg_build_formula(lg_build *b, int block, const lg_formula_naming *n, const lg_formula *f,
                            const double *fixed, const struct lg_formula_pairs *at);
/* Sets a->bias from a formula of lg_formula_bias, and a->slope if the formula has a per-head factor. */
void lg_build_bias(lg_build *b, int block, const lg_formula_naming *n, const lg_formula_source *s, lg_attend *a);
/* The number of tokens without rows of earlier segments. Only these tokens have positions in embeddings; the positions
 * begin at 0 in every segment. */
static inline int lg_stream_tokens(const lg_token_stream *s) {
    return s->T - s->memory;
}
int lg_stream_prefix(const lg_token_stream *s); /* number of keys at the start that all tokens see */
void lg_build_visibility(lg_build *b);          /* sets visible, seen and past from the mask */
void lg_build_open_stream(lg_build *b);         /* sets the mask and the scale of the stream */
void lg_build_choose(lg_build *b, int choice);  /* switches the stream to a choice of the pattern */
/* Computes q from x, and k and v from `rows` unless `rows` is NULL, with the model's projection and qk_norm. Sets the
 * dropout rate of the weights. */
void lg_build_heads(lg_build *b, int block, const char *name, lg_tensor *x, lg_tensor *rows, lg_attend *a);
void lg_build_gates(lg_build *b, int block, lg_tensor *rows, lg_attend *a); /* sets a->gates, if any */
void lg_build_map(lg_build *b, lg_attend *a); /* applies the attention function's map to q and k, before rotation */
void lg_build_rotate(lg_build *b, int block, lg_attend *a); /* T: rotates q and k, before they are cached */
void lg_build_terms(lg_build *b, int block, lg_attend *a);  /* X, Y and B: all other terms, for queries and all keys */
/* After rotation: repeats k and v so that they have as many heads as q. Kernels read caches without this repetition. */
void lg_build_repeat_keys(lg_build *b, lg_attend *a);
bool lg_build_numbers_each(const lg_build *b); /* does each sequence of the stream have its own positions? */
lg_tensor *lg_build_attend(lg_build *b, int block, lg_tensor *h, const lg_attend *a); /* o, for the input h */
lg_tensor *lg_build_feed_forward(lg_build *b, int block, lg_tensor *h); /* the model's mixer, [S,T,width] */

/* Records a stack of blocks over the stream, from ids [S,Q] to the output of the last block. Q is T, or less in a
 * stepping graph. A block is a sequence of sublayers (nn/model/order.h); with another stream in `cross`, each sublayer
 * that mixes tokens is followed by cross-attention. */
lg_tensor *lg_build_blocks(lg_build *b, lg_tensor *ids, const struct lg_cross *cross);
/* The parts of lg_build_blocks: token vectors, with positions if the encoding adds them; and blocks first..end-1 over
 * rows [S,Q,width]. If `keys` is given, the first sublayer computes keys and values from these rows, not from its
 * input. */
lg_tensor *lg_build_embed(lg_build *b, lg_tensor *ids);
lg_tensor *lg_build_layers(lg_build *b, int first, int end, lg_tensor *keys, lg_tensor *h,
                           const struct lg_cross *cross);
lg_tensor *lg_build_finish(lg_build *b, lg_tensor *h);              /* records what follows the last block */
lg_tensor *lg_build_stack(lg_build *b, const struct lg_network *n); /* `record` hook of architectures with one stack */
lg_tensor *lg_build_logits(lg_build *b, lg_tensor *h);

/* A constant that does not depend on position ids. Constants with equal fill function, stream and shape are shared. */
lg_tensor *lg_build_constant(lg_build *b, bool integer, int rank, const int *shape, lg_fill fill);
lg_tensor *lg_build_ones(lg_build *b, int count); /* a scale without effect */
/* A constant that depends on the position ids of a block, or of the whole stream (block < 0); or a table, if sequences
 * have their own ids. Blocks with the same ids share the constant, and LG_LANES elements after it are readable. The
 * context of the fill function is a const lg_position_sample *. */
lg_tensor *lg_build_positions(lg_build *b, int block, bool integer, int rank, const int *shape, lg_fill fill);
/* The value of a pair of tokens at a signed distance, key - query. `user` must live as long as the graph. */
typedef double (*lg_pair_value)(const void *user, double distance);
/* A constant like lg_build_positions, in the form of a bias for all heads (LG_BIAS_ROW): the value of each pair of
 * tokens by its distance in the position ids of a block. The constant is Toeplitz if distances are given by offset. It
 * is dense if distances are differences of positions, as between two timelines. Constants with the same value function
 * and stream must have the same type and meaning of `user`. */
lg_tensor *lg_build_distances(lg_build *b, int block, bool integer, lg_pair_value value, const void *user);
/* lg_build_positional: the placement of the build's stream, with its encoding and options. For fill functions,
 * lg_build_positional_of returns the placement of the constant's stream, and lg_build_position_ids the position ids of
 * the constant's block. */
struct lg_positional *lg_build_positional(const lg_build *b);
struct lg_positional *lg_build_positional_of(const void *context, const void *user);
const struct lg_position_ids *lg_build_position_ids(const void *context, const void *user);

#endif
