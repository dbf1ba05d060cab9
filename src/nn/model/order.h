/* order.h: the order of a stack's sublayers, from model.order and model.blocks. A block ends before a letter repeats
 * and before a second sublayer that mixes tokens. A block therefore contains each sublayer at most once and has at most
 * one memory, so parameter names are unique. Examples: "sf" four times is four blocks; "ssfsff" is the blocks s, sf, sf
 * and f; "slf" is the blocks s and lf.
 *
 * One or more sublayers form a layer: residuals read the layer's input, and initial weights depend on the number of
 * layers. A layer begins with a sublayer that mixes tokens and ends before the next such sublayer. Sublayers before the
 * first sublayer that mixes tokens also form a layer. Bars mark the ends of layers explicitly, as in "sfsf|" and
 * "s|ff": every repetition of the letters then ends at the end of a layer. */
#ifndef LG_NN_ORDER_H
#define LG_NN_ORDER_H

#include "base/entry.h"
#include "nn/model/settings.h"

enum { LG_ORDER_SIZE = 200 }; /* longest text of an order with cross-attention */

/* A sublayer of the stack. */
typedef struct lg_place {
    char letter;
    const struct lg_sublayer *sublayer; /* NULL: unknown letter, rejected by lg_order_check */
    lg_own own;                         /* options of the sublayer */
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

int lg_order_count(const lg_order *o, char letter);            /* number of sublayers with this letter */
const lg_place *lg_order_find(const lg_order *o, char letter); /* the first of them; NULL: none */
int lg_order_attentions(const lg_order *o);                    /* number of self-attention sublayers */
int lg_order_experts(const lg_order *o);                       /* number of experts per sublayer; 0: none */
int lg_order_store(const lg_order *o);                         /* key-value pairs that a sublayer "k" keeps; 0: none */
bool lg_order_reads_whole(const lg_order *o);                  /* does any sublayer read sequences as a whole? */

/* Does the text contain the letter "c" (cross-attention)? The letter is optional: in a model with cross-attention, a
 * sublayer "c" follows each sublayer that mixes tokens, even if the text does not contain the letter. */
bool lg_order_writes_cross(const char *order);
/* Writes two forms of the order: to `with`, the form with cross-attention after each sublayer that mixes tokens; to
 * `without`, the form without cross-attention. Returns true if the order already equals `with`. */
bool lg_order_place_cross(const char *order, char with[static LG_ORDER_SIZE], char without[static LG_ORDER_SIZE]);
bool lg_order_stores(const char *order); /* does an order with this text have a sublayer "k"? */

#endif
