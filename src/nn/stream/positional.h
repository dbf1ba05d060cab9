/* positional.h: how tokens are placed: a choice of a position sampler and of an encoding, with their options, and what
 * follows from both. One choice is for all streams, unless a stream has one of its own: its options then stand under a
 * prefix, as encoder.encoding.base, and whoever reads them sees them under their plain names. */
#ifndef LG_NN_POSITIONAL_H
#define LG_NN_POSITIONAL_H

#include "nn/axes/chosen.h"
#include "nn/model/pattern.h"
#include "nn/pieces/sinusoid.h"

struct lg_model;

/* Numbers of streams (nn/record/build.h). */
enum {
    LG_STREAM_OWN,     /* the stream that the head reads */
    LG_STREAM_SOURCES, /* one beside it */
    LG_STREAM_QUERIES, /* tokens of the first one as queries of cross-attention that has an encoding */
    LG_STREAM_KEYS,    /* tokens of the second one as its keys */
    LG_STREAMS,
    /* From here on: the first and the second one, in turns, under further choices of the pattern (nn/model/pattern.h).
     * */
    LG_STREAM_NUMBERS = LG_STREAMS + 2 * (LG_CHOICES_MAX - 1)
};

typedef struct lg_positional {
    const char *encoding_key, *positions_key; /* as in lg_placing, of which it is made */
    lg_chosen_encoding encoding;
    lg_chosen_position_sampler sampler;
    lg_sinusoid model_table, head_table; /* of the width of the model, and of what is turned of a head */
    bool distances;    /* the encoding reads distances, and the sampler samples them (else: differences) */
    bool per_block;    /* a position sample for each block */
    bool per_sequence; /* in training, or of documents, a sample for each sequence; neither: one for the pass */
    bool draws;        /* numbers that are drawn, so many as there are tokens: a sequence that is decoded has its own */
    int32_t separator; /* token that ends a document, of samplers that read these; -1: none */
} lg_positional;

/* The number of stream 0 or 1 under a choice; and the other way. */
static inline int lg_stream_number(int stream, int choice) {
    return choice == 0 ? stream : LG_STREAMS + 2 * (choice - 1) + stream;
}
static inline int lg_stream_choice(int number) {
    return number < LG_STREAMS ? 0 : (number - LG_STREAMS) / 2 + 1;
}

/* Options that are choices of a stream, of architectures that have two: of an entry of that axis, or "same": what the
 * axis says. Options of the entry are in force under the same prefix (config/stream_options.h). */
extern const char lg_stream_encodings[], lg_stream_samplers[], lg_cross_encodings[]; /* their names */

/* As members of an architecture's options: numbers of names. */
typedef struct lg_stream_names {
    int encoder_encoding, encoder_positions, decoder_encoding, decoder_positions, cross_encoding;
} lg_stream_names;

#define LG_OPTIONS_STREAMS(owner, member)                                                                              \
    {.name = "encoder.encoding",                                                                                       \
     .type = LG_NAME,                                                                                                  \
     .fallback = "same",                                                                                               \
     .choices = lg_stream_encodings,                                                                                   \
     .help = "encoding of the source; its options are encoder.encoding.base and so on; same: as "                      \
             "--encoding",                                                                                             \
     .at = offsetof(owner, member.encoder_encoding)},                                                                  \
        {.name = "encoder.positions",                                                                                  \
         .type = LG_NAME,                                                                                              \
         .fallback = "same",                                                                                           \
         .choices = lg_stream_samplers,                                                                                \
         .help = "positions of the source; their options are encoder.positions.L and so on; same: as "                 \
                 "--positions",                                                                                        \
         .in_evaluation = true,                                                                                        \
         .at = offsetof(owner, member.encoder_positions)},                                                             \
        {.name = "decoder.encoding",                                                                                   \
         .type = LG_NAME,                                                                                              \
         .fallback = "same",                                                                                           \
         .choices = lg_stream_encodings,                                                                               \
         .help = "encoding of the target; its options are decoder.encoding.base and so on; same: as "                  \
                 "--encoding",                                                                                         \
         .at = offsetof(owner, member.decoder_encoding)},                                                              \
        {.name = "decoder.positions",                                                                                  \
         .type = LG_NAME,                                                                                              \
         .fallback = "same",                                                                                           \
         .choices = lg_stream_samplers,                                                                                \
         .help = "positions of the target; their options are decoder.positions.L and so on; same: as "                 \
                 "--positions",                                                                                        \
         .in_evaluation = true,                                                                                        \
         .at = offsetof(owner, member.decoder_positions)},                                                             \
    {                                                                                                                  \
        .name = "cross.encoding", .type = LG_NAME, .fallback = "none", .choices = lg_cross_encodings + 1,              \
        .help = "encoding of cross-attention, by the distance from target token to source token: "                     \
                "rope, alibi, t5, kerple or sandwich",                                                                 \
        .at = offsetof(owner, member.cross_encoding)                                                                   \
    }

/* Places all streams as the model is described, and finds what follows. */
void lg_positional_find(struct lg_model *m);
/* Do their numbers go together? If not, fails and blames the keys. */
bool lg_positional_check(const struct lg_model *m, lg_error *err);
/* Sines and cosines of the largest positions that can be drawn. */
bool lg_positional_make_tables(struct lg_model *m, lg_error *err);
void lg_positional_free(struct lg_model *m);
bool lg_positional_crosses(const struct lg_model *m);      /* has cross-attention an encoding? */
bool lg_positional_embeds(const struct lg_model *m);       /* does a stream add positions to embeddings? */
bool lg_positional_per_sequence(const struct lg_model *m); /* has any stream a sample for each sequence? */
bool lg_positional_per_block(const struct lg_model *m);    /* or for each block? */
bool lg_positional_draws(const struct lg_model *m);        /* does any stream draw as many numbers as it has tokens? */

#endif
