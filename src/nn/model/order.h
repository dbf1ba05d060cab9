/* order.h: the sublayers of a stack, one after another, as model.order and model.blocks say. A block ends where a
 * letter comes again, and before a second mixer of tokens, so that it has each sublayer and one memory once at most and
 * parameters keep their names: "sf" four times is four blocks, "ssfsff" the blocks s, sf, sf and f, "slf" s and lf.
 *
 * Several sublayers are a layer: residuals read its input, and initial weights depend on how many there are. A layer
 * begins with a mixer of tokens and ends before the next one, and what precedes the first one is a layer, too; or bars
 * say where layers end, "sfsf|" and "s|ff": then every repetition of the letters ends with a layer. */
#ifndef LG_NN_ORDER_H
#define LG_NN_ORDER_H

#include "base/registry.h"
#include "nn/model/settings.h"

enum { LG_ORDER_SIZE = 200 }; /* of an order with cross-attention, as text */

/* A sublayer of the stack. */
typedef struct lg_place {
    char letter;
    const struct lg_sublayer *sublayer; /* NULL: no sublayer has this letter, which the check refuses */
    lg_own own; /* options of the sublayer */
    bool begins_layer;
} lg_place;

typedef struct lg_order {
    lg_place *places; /* [count] */
    int *begins;      /* [blocks + 1]: the first place of each block, and `count` */
    int count, blocks, layers;
} lg_order;

bool lg_order_check(const lg_model_settings *s, lg_error *err);
/* sublayers: the options of each, in the order of lg_sublayers. False: out of memory. */
bool lg_order_read(lg_order *o, const lg_model_settings *s, const lg_own *sublayers);
void lg_order_free(lg_order *o);

int lg_order_count(const lg_order *o, char letter);            /* sublayers of this letter */
const lg_place *lg_order_find(const lg_order *o, char letter); /* the first of them; NULL: there is none */
int lg_order_attentions(const lg_order *o);                    /* blocks with attention of tokens over each other */
int lg_order_experts(const lg_order *o);      /* networks of a sublayer with experts; 0: it has no such sublayer */
int lg_order_store(const lg_order *o);        /* pairs that a sublayer k keeps; 0: there is none */
bool lg_order_reads_whole(const lg_order *o); /* has it a sublayer that reads sequences as a whole? */

/* Has it letters c, which are no sublayers of their own? In a model with cross-attention one follows each mixer of
 * tokens, written or not. */
bool lg_order_writes_cross(const char *order);
/* Of such an order: with one after each mixer of tokens, and without any. Was it the former? */
bool lg_order_place_cross(const char *order, char with[static LG_ORDER_SIZE], char without[static LG_ORDER_SIZE]);
bool lg_order_stores(const char *order); /* has one that is written so a sublayer k? */

#endif
