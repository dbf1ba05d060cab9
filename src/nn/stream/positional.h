/* positional.h: the placement of a stream: its position sampler and encoding with their options, and properties that
 * follow from both. A stream with its own choice of entries has its own placement; all other streams share one. The
 * options of such a choice have a prefix, as in encoder.encoding.base, but the entries read them under their plain
 * names. */
#ifndef LG_NN_POSITIONAL_H
#define LG_NN_POSITIONAL_H

#include "nn/axes/chosen.h"
#include "nn/model/pattern.h"
#include "nn/pieces/sinusoid.h"

struct lg_model;

/* Stream numbers (nn/record/build.h). */
enum {
    LG_STREAM_OWN,     /* the stream that the head reads */
    LG_STREAM_SOURCES, /* the source stream */
    LG_STREAM_QUERIES, /* stream 0 as the queries of cross-attention with an encoding */
    LG_STREAM_KEYS,    /* stream 1 as the keys of this cross-attention */
    LG_STREAMS,
    /* From here on: streams 0 and 1, alternating, under further choices of the pattern (nn/model/pattern.h). */
    LG_STREAM_NUMBERS = LG_STREAMS + 2 * (LG_CHOICES_MAX - 1)
};

typedef struct lg_positional {
    const char *encoding_key, *positions_key; /* as in lg_placing */
    lg_chosen_encoding encoding;
    lg_chosen_position_sampler sampler;
    lg_sinusoid model_table, head_table; /* sinusoids of the model's width, and of the rotated columns of a head */
    bool distances;                      /* the encoding reads sampled distances, not differences of positions */
    bool per_block;    /* one position sample for each block; neither this nor per_sequence: one sample for a pass */
    bool per_sequence; /* one position sample for each sequence, in training or with documents */
    bool draws;        /* in decoding, each sequence draws its own numbers, one for each token */
    int32_t separator; /* token that ends a document, for samplers that read documents; -1: none */
} lg_positional;

/* The number of stream 0 or 1 under a choice, and the choice of a stream number. */
static inline int lg_stream_number(int stream, int choice) {
    return choice == 0 ? stream : LG_STREAMS + 2 * (choice - 1) + stream;
}
static inline int lg_stream_choice(int number) {
    return number < LG_STREAMS ? 0 : (number - LG_STREAMS) / 2 + 1;
}

/* Options by which architectures with two streams choose an entry for one stream: an entry of the axis, or "same" for
 * the axis's own choice. Options of that entry have the same prefix (config/stream_options.h). */
extern const char lg_stream_encodings[], lg_stream_samplers[], lg_cross_encodings[]; /* the choices */

/* These options as members of an architecture's struct: indices of choices. */
typedef struct lg_stream_names {
    int encoder_encoding, encoder_positions, decoder_encoding, decoder_positions, cross_encoding;
} lg_stream_names;

#define LG_OPTIONS_STREAMS(owner, member)                                                                              \
    {.name = "encoder.encoding",                                                                                       \
     .type = LG_NAME,                                                                                                  \
     .fallback = "same",                                                                                               \
     .choices = lg_stream_encodings,                                                                                   \
     .help = "encoding of the source, with options such as encoder.encoding.base; same: the encoding of --encoding",   \
     .at = offsetof(owner, member.encoder_encoding)},                                                                  \
        {.name = "encoder.positions",                                                                                  \
         .type = LG_NAME,                                                                                              \
         .fallback = "same",                                                                                           \
         .choices = lg_stream_samplers,                                                                                \
         .help = "positions of the source, with options such as encoder.positions.L; same: the positions of "          \
                 "--positions",                                                                                        \
         .in_evaluation = true,                                                                                        \
         .at = offsetof(owner, member.encoder_positions)},                                                             \
        {.name = "decoder.encoding",                                                                                   \
         .type = LG_NAME,                                                                                              \
         .fallback = "same",                                                                                           \
         .choices = lg_stream_encodings,                                                                               \
         .help = "encoding of the target, with options such as decoder.encoding.base; same: the encoding of "          \
                 "--encoding",                                                                                         \
         .at = offsetof(owner, member.decoder_encoding)},                                                              \
        {.name = "decoder.positions",                                                                                  \
         .type = LG_NAME,                                                                                              \
         .fallback = "same",                                                                                           \
         .choices = lg_stream_samplers,                                                                                \
         .help = "positions of the target, with options such as decoder.positions.L; same: the positions of "          \
                 "--positions",                                                                                        \
         .in_evaluation = true,                                                                                        \
         .at = offsetof(owner, member.decoder_positions)},                                                             \
    {                                                                                                                  \
        .name = "cross.encoding", .type = LG_NAME, .fallback = "none", .choices = lg_cross_encodings + 1,              \
        .help = "encoding of cross-attention, a function of the distance from target token to source token; only "     \
                "none, rope, alibi, t5, kerple and sandwich can be used here",                                         \
        .at = offsetof(owner, member.cross_encoding)                                                                   \
    }

/* Places all streams as described, and derives the other members. */
void lg_positional_find(struct lg_model *m);
/* Are the numbers in the placements consistent? If not, err names the config keys. */
bool lg_positional_check(const struct lg_model *m, lg_error *err);
/* Computes sines and cosines up to the largest position that can be drawn. */
bool lg_positional_make_tables(struct lg_model *m, lg_error *err);
void lg_positional_free(struct lg_model *m);
bool lg_positional_crosses(const struct lg_model *m);      /* does cross-attention have an encoding? */
bool lg_positional_embeds(const struct lg_model *m);       /* does a stream add positions to embeddings? */
bool lg_positional_per_sequence(const struct lg_model *m); /* does any stream have a sample for each sequence? */
bool lg_positional_per_block(const struct lg_model *m);    /* does any stream have a sample for each block? */
bool lg_positional_draws(const struct lg_model *m);        /* does any stream draw one number for each token? */

#endif
