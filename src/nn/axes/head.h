/* head.h: from the rows that are read to the logits of the output symbols. */
#ifndef LG_NN_HEAD_H
#define LG_NN_HEAD_H

#include "nn/axes/chosen.h"
#include "nn/record/build.h"

struct lg_head {
    LG_ENTRY;
    /* Have output symbols, by their ids, rows of the tables of token vectors? NULL: no. */
    bool (*ties)(const struct lg_model *m);
    double (*factor)(const struct lg_model *m);      /* of products with these rows; NULL: 1 */
    lg_tensor *(*logits)(lg_build *b, lg_tensor *x); /* [S,m,width] to [S,m,output_size] */
    /* The loss of the rows, as that of lg_op_cross_entropy, without logits of all output symbols. NULL: the
     * cross-entropy of the logits. */
    lg_tensor *(*loss)(lg_build *b, lg_tensor *x, lg_tensor *targets, lg_tensor *weights);
    /* `scale` times the vectors of the tokens, [S,T,width], where the head has a say in them. NULL, or the result NULL:
     * rows of the table of token vectors. */
    lg_tensor *(*embed)(lg_build *b, lg_tensor *ids, double scale);
    bool (*sizes_vectors)(const void *own); /* have tokens vectors of widths of their own? NULL: no */
    /* Do its own options go together? The data set is not open. NULL: yes. */
    bool (*suits)(const struct lg_model *m, lg_error *err);
    bool (*fits)(const struct lg_model *m, lg_error *err);  /* do the numbers of tokens, once it is? NULL: yes */
};

extern const lg_head *const lg_heads[]; /* ends with NULL */

#endif
