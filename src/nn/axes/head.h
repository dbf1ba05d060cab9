/* head.h: output heads, which map rows of the residual stream to logits of the output symbols. */
#ifndef LG_NN_HEAD_H
#define LG_NN_HEAD_H

#include "nn/axes/chosen.h"
#include "nn/record/build.h"

struct lg_head {
    LG_ENTRY;
    /* Do output symbols share the embedding vectors of equal ids (weight tying)? NULL: no. */
    bool (*ties)(const struct lg_model *m);
    double (*factor)(const struct lg_model *m);      /* factor on products with the embedding vectors; NULL: 1 */
    lg_tensor *(*logits)(lg_build *b, lg_tensor *x); /* [S,m,width] to [S,m,output_size] */
    /* Computes the loss of each row, like lg_op_cross_entropy, but without computing the logits of all output symbols.
     * NULL: the cross-entropy of `logits`. */
    lg_tensor *(*loss)(lg_build *b, lg_tensor *x, lg_tensor *targets, lg_tensor *weights);
    /* Token vectors times `scale`, [S,T,width], if the head defines them. NULL, or a NULL result: rows of the embedding
     * table. */
    lg_tensor *(*embed)(lg_build *b, lg_tensor *ids, double scale);
    bool (*sizes_vectors)(const void *own); /* do token vectors have different widths? NULL: no */
    /* Are the head's own options consistent? Called before the data set is open. NULL: yes. */
    bool (*suits)(const struct lg_model *m, lg_error *err);
    bool (*fits)(const struct lg_model *m, lg_error *err); /* do the options fit the open data set? NULL: yes */
};

extern const lg_head *const lg_heads[]; /* ends with NULL */

#endif
