/* settings.h: the options of a model that belong to no entry. */
#ifndef LG_NN_SETTINGS_H
#define LG_NN_SETTINGS_H

#include "base/option.h"

enum { LG_WIDTH_MAX = 8192, LG_BLOCKS_MAX = 256 }; /* largest width and largest number of blocks */
extern const lg_option lg_model_options[];         /* model.* and loss.*, the rows of lg_model_settings */

typedef enum lg_embedding_norm {
    LG_EMBEDDING_NORM_NONE,
    LG_EMBEDDING_NORM_BEFORE_POSITIONS,
    LG_EMBEDDING_NORM_AFTER_POSITIONS
} lg_embedding_norm;

typedef enum lg_qk_norm { LG_QK_NORM_NONE, LG_QK_NORM_RMS, LG_QK_NORM_LAYER } lg_qk_norm;

/* Members are named after their option rows. */
typedef struct lg_model_settings {
    int width, heads, key_heads, blocks, feed_forward, embedding_width;
    const char *order, *share;
    bool share_norms, step_signal, bias;
    double dropout, dropout_embedding, dropout_attention, dropout_hidden, dropout_final, dropout_words;
    enum { LG_PRECISION_FP32, LG_PRECISION_BF16 } precision;
    enum { LG_EMBEDDING_SCALE_SQRT_WIDTH, LG_EMBEDDING_SCALE_ONE } embedding_scale;
    lg_embedding_norm embedding_norm;
    lg_qk_norm qk_norm;
    double loss_smoothing, loss_z;
    bool loss_half;
    enum { LG_SMOOTHING_OVER_ALL, LG_SMOOTHING_OVER_OTHERS } loss_smoothing_over;
} lg_model_settings;

#endif
