/* build.h: what encodings, attention functions, blocks, mixers and heads record a graph with. */
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

/* What tokens of a stream see of each other under a choice of the pattern. */
typedef struct lg_sight {
    bool open;
    lg_tensor *scale, *visible;
    const int *seen;
    int past;
} lg_sight;

/* One sequence of vectors, and what is known of its tokens. Its timeline has T tokens: rows of earlier segments come
 * first, then those that are computed, whose tensors begin at token `memory`. */
typedef struct lg_token_stream {
    const char *prefix; /* of the names of its parameters and states, "encoder."; "" where there is one stream */
    int number;         /* of its position sample (nn/stream/positional.h); 0: the stream that the head reads */
    int T, memory;      /* tokens of the timeline; of these, rows of earlier segments */
    int keys;           /* of queries whose keys are tokens of another timeline: how many these are; else 0 */
    bool steps;         /* it is read piece by piece (stepping.h): rows are some tokens, from the frame's `at` on */
    int piece;          /* so many at once, at most; 0: any number */
    int kept;           /* rows that are remembered for the next segment (nn/stream/memory.h); 0: none */
    int begin;          /* the first token that has keys; those before are hidden (architecture perceiver_ar) */
    int stored, stores; /* pairs of a key and a value that sublayers k have stored, and can store; 0: none */
    int memory_tokens;  /* vectors that are read beside it (nn/stream/memory_tokens.h); 0: none */
    int choice;         /* of the model's pattern, which the block that is recorded has */
    const lg_chosen_mask *mask;
    lg_tensor *span; /* of the batch, int32 [S,2]: first token and number of tokens that are there; NULL: all */
    /* Set by lg_build_open_stream. */
    lg_tensor *scale;     /* constant [T] */
    lg_tensor *visible;   /* constant int32 [2,T], or a table of these; NULL: all */
    const int *seen;      /* [T]: how many keys a query sees, at most where they are in documents; NULL: all */
    int past;             /* how many tokens before itself a query sees, those of the mask's prefix apart; with seen */
    lg_tensor *positions; /* set by lg_build_embed: what the encoding adds to embeddings; NULL: nothing */
    lg_tensor *sum;       /* set by block dual_norm: what has been added to the stream, and the embedding */
    lg_sight sights[LG_CHOICES_MAX]; /* of the choices that were recorded before */
} lg_token_stream;

/* Which experts the tokens of a sublayer go to, as a run of the graph leaves it. */
typedef struct lg_load {
    const char *sublayer;       /* its name */
    const char *stream;         /* its prefix */
    int block;                  /* of that stream */
    lg_tensor *expert, *choice; /* int32 [S,T]: see lg_op_route, the latter without a limit */
    lg_tensor *loss;            /* [S,1,1], of a graph that trains; NULL: there is none */
    struct lg_load *next;
} lg_load;

typedef struct lg_build {
    struct lg_model *model;
    lg_graph *g;
    lg_token_stream *stream; /* whose rows are recorded now */
    bool drops;              /* dropout is on in this graph */
    bool numbers_each;       /* sequences of this graph have positions of their own (lg_positional.per_sequence) */
    bool draws_each;         /* so have those whose positions are drawn (lg_positional.draws) */
    bool documents;          /* what depends on documents is of each sequence: its tokens are in the batch */
    double dropout;          /* rate of sublayer outputs in this graph; 0 when it is off */
    lg_taps *taps;           /* of an instrumented graph; else NULL */
    lg_load **loads;         /* the list of those of the graph, in order; NULL: nobody asks */
    bool content_free;       /* queries and keys are zeros: taps are for what depends on no content */
} lg_build;

/* A parameter of the stream: of a block ("block.3.attention.query" for block 3 and "attention.query"; of blocks that
 * share parameters the number is that of their set, nn/model/sharing.h), or of all (block < 0). Its initial values are
 * given, or those of its role in this model. */
lg_tensor *lg_build_parameter(lg_build *b, int block, lg_role role, const char *name, int rank, const int *shape,
                              lg_initial initial);
lg_tensor *lg_build_role(lg_build *b, int block, lg_role role, const char *name, int rank, const int *shape);
/* The law of a role in the build's stream: that of the initialisation, with its factor and that of the residual. */
lg_initial lg_build_initial(const lg_build *b, lg_role role, const int *shape);
/* Another law, with these two factors of a role. */
lg_initial lg_build_scale_initial(const lg_build *b, lg_role role, lg_initial initial);
/* act(x W + bias) with a weight W [columns(x), columns] of that role. */
lg_tensor *lg_build_linear(lg_build *b, int block, lg_role role, const char *name, lg_tensor *x, int columns, bool bias,
                           lg_activation act);
/* A vector for each kind of token of the stream, [symbols,E]; one table for all streams of one vocabulary. And the map
 * from there to the width of the model, [E,width]; NULL: that is E. */
lg_tensor *lg_build_token_table(lg_build *b);
lg_tensor *lg_build_token_map(lg_build *b);
/* A part of such a table under a name of its own, or a map that belongs to it: a parameter of all streams of one
 * vocabulary. */
lg_tensor *lg_build_token_parameter(lg_build *b, lg_role role, const char *name, int rank, const int *shape,
                                    lg_initial initial);
/* The names NAME.PART and NAMEPART. */
const char *lg_build_name(lg_build *b, const char *name, const char *part);
const char *lg_build_name_with(lg_build *b, const char *name, const char *ending);
/* x W for all heads of queries, of keys or of values, by the role of the map NAME.PART [width,width], or
 * [width,key_heads*head_width]. */
lg_tensor *lg_build_head(lg_build *b, int block, lg_role role, const char *name, const char *part, lg_tensor *x);
/* Heads of queries (NAME.query_norm) or of keys (NAME.key_norm) as model.qk_norm asks for; x, which may be NULL. */
lg_tensor *lg_build_head_norm(lg_build *b, int block, const char *name, const char *part, lg_tensor *x);
/* Dropout with this rate, where this graph has dropout. */
lg_tensor *lg_build_drop(lg_build *b, double rate, lg_tensor *x);
/* A parameter [columns] of a norm of a block, which blocks share as model.share_norms says. */
lg_tensor *lg_build_norm_parameter(lg_build *b, int block, lg_role role, const char *name, int columns);
/* The model's norm of h, and of h + dropout(o). */
lg_tensor *lg_build_norm(lg_build *b, int block, const char *name, lg_tensor *h);
lg_tensor *lg_build_add_norm(lg_build *b, int block, const char *name, lg_tensor *h, lg_tensor *o);
/* What norms are made of: by mean and variance, or by the mean square (rms), with a trained gain NAME.scale [width]
 * and, with an offset, NAME.offset [width]. Option norm.epsilon. */
lg_tensor *lg_build_law_norm(lg_build *b, int block, const char *name, bool rms, bool offset, lg_tensor *h,
                             lg_tensor *o);
/* h + dropout(o), the sum of sublayer `part` of a block. */
lg_tensor *lg_build_add(lg_build *b, int block, const char *part, lg_tensor *h, lg_tensor *o);
/* A state of a block of the stream (lg_graph_state). */
lg_tensor *lg_build_state(lg_build *b, int block, const char *name, int rows, int columns);
/* A cache of the model's heads of keys and values (lg_graph_cache). */
lg_tensor *lg_build_cache(lg_build *b, int block, const char *name, lg_cached what, int tokens, lg_ring ring);
lg_tensor *lg_build_gate_cache(lg_build *b, int block); /* of the gates of all tokens of the stream */
/* The pieces of the master equation in parts.h, with their taps. */
lg_tensor *lg_build_position_rows(lg_build *b); /* A [T,width]; NULL: nothing is added to embeddings */
/* The scale of attention, a constant [tokens], where each of the stream's tokens sees so many keys of another one. */
lg_tensor *lg_build_cross_scale(lg_build *b, int keys);
lg_tensor *lg_build_scale(lg_build *b, const int *seen); /* where they see so many of them each (NULL: all) */
/* Queries of a block under NAME times the scale, where that is trained or of each head: the constant in `a` has the
 * numbers of keys in place of it, and becomes ones. */
void lg_build_scale_queries(lg_build *b, int block, const char *name, lg_attend *a);
/* What names of a formula's parameters begin with, and names of their taps; shared: by all blocks. */
typedef struct lg_formula_naming {
    const char *parameters, *taps;
    bool shared;
} lg_formula_naming;
/* The numbers of a formula [heads,places], with its parameters. fixed: of operands that belong to no place and no head.
 */
lg_tensor *lg_build_formula(lg_build *b, int block, const lg_formula_naming *n, const lg_formula *f,
                            const double *fixed, const struct lg_formula_pairs *at);
/* Sets the bias of a formula of lg_formula_bias, and the slope, where it is a product with a number of each head. */
void lg_build_bias(lg_build *b, int block, const lg_formula_naming *n, const lg_formula_source *s, lg_attend *a);
int lg_stream_prefix(const lg_token_stream *s); /* keys at the start that all tokens see */
void lg_build_sight(lg_build *b);               /* sets what the stream's tokens see of each other: visible and seen */
void lg_build_open_stream(lg_build *b);         /* what the stream's tokens see of each other, and their scale */
void lg_build_choose(lg_build *b, int choice);  /* the stream goes on under another choice of the pattern */
/* q of x, and k and v of `rows`, if there are any, as the model's projection and model.qk_norm make them; and the rate
 * of dropout of the weights in this graph. */
void lg_build_heads(lg_build *b, int block, const char *name, lg_tensor *x, lg_tensor *rows, lg_attend *a);
void lg_build_gates(lg_build *b, int block, lg_tensor *rows, lg_attend *a); /* those of an encoding that has some */
void lg_build_rotate(lg_build *b, int block, lg_attend *a);                 /* T: q and k, before these are cached */
void lg_build_terms(lg_build *b, int block, lg_attend *a); /* X, Y and B: all other terms, of queries and all keys */
/* Once these are turned: k and v that are rows become as many heads as q has. Kernels read caches as they are. */
void lg_build_repeat_keys(lg_build *b, lg_attend *a);
bool lg_build_numbers_each(const lg_build *b); /* do sequences have positions of their own in the stream? */
lg_tensor *lg_build_attend(lg_build *b, int block, lg_tensor *h, const lg_attend *a); /* o, of the sublayer input h */
lg_tensor *lg_build_feed_forward(lg_build *b, int block, lg_tensor *h); /* the model's mixer, [S,T,width] */

/* A stack of blocks over the stream: from ids [S,Q] to the output of the last block, where Q is T, or less in a
 * stepping graph. A block is an order of sublayers (nn/model/order.h), each self-attention with one that reads another
 * stream behind it, where there is one. */
lg_tensor *lg_build_blocks(lg_build *b, lg_tensor *ids, const struct lg_cross *cross);
/* Its two parts: token vectors, with positions where the encoding adds them; and the blocks first..end-1 over rows
 * [S,Q,width]. Where `keys` is given, the first sublayer makes its keys and values of these rows in place of its
 * input. */
lg_tensor *lg_build_embed(lg_build *b, lg_tensor *ids);
lg_tensor *lg_build_layers(lg_build *b, int first, int end, lg_tensor *keys, lg_tensor *h,
                           const struct lg_cross *cross);
lg_tensor *lg_build_finish(lg_build *b, lg_tensor *h);              /* behind the last block */
lg_tensor *lg_build_stack(lg_build *b, const struct lg_network *n); /* record of architectures of one stack */
lg_tensor *lg_build_logits(lg_build *b, lg_tensor *h);

/* A constant that depends on no position ids. Of one fill function, stream and shape there is one. */
lg_tensor *lg_build_constant(lg_build *b, bool integer, int rank, const int *shape, lg_fill fill);
lg_tensor *lg_build_ones(lg_build *b, int count); /* as a scale that changes nothing */
/* A constant that depends on the position ids of a block of the stream, or on those that all its blocks have (block <
 * 0); or a table, where sequences have ids of their own. Blocks that share ids share it, and LG_LANES elements behind
 * it are readable. The fill function gets a const lg_position_sample * as its context. */
lg_tensor *lg_build_positions(lg_build *b, int block, bool integer, int rank, const int *shape, lg_fill fill);
/* What a pair of tokens has at a signed distance, key - query. `user` lives as long as the graph. */
typedef double (*lg_pair_value)(const void *user, double distance);
/* The same, like a bias for all heads (LG_BIAS_ROW): with the value of each pair of tokens, whose distance is that of
 * the position ids of a block: Toeplitz where distances are numbered by offset, dense where they are differences of
 * positions, as between two timelines. All constants of one value and stream have one type and one meaning of `user`.
 */
lg_tensor *lg_build_distances(lg_build *b, int block, bool integer, lg_pair_value value, const void *user);
/* The choice of the build's stream, with the options that its encoding reads; and for fill functions that of the
 * constant's stream, and the position ids of its block. */
struct lg_positional *lg_build_positional(const lg_build *b);
struct lg_positional *lg_build_positional_of(const void *context, const void *user);
const struct lg_position_ids *lg_build_position_ids(const void *context, const void *user);

#endif
