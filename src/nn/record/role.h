/* role.h: the role of a parameter. Role and shape determine the initial values (nn/axes/initialisation.h), unless the
 * caller gives a distribution. The role also determines whether weight decay applies (train/decay.h). */
#ifndef LG_NN_ROLE_H
#define LG_NN_ROLE_H

typedef enum lg_role {
    LG_ROLE_EMBEDDING, /* [V,width]: a vector for each token */
    LG_ROLE_POSITION,  /* [rows,width]: a vector for each position */
    LG_ROLE_QUERY,     /* [width,width], like the next three */
    LG_ROLE_KEY,
    LG_ROLE_VALUE,
    LG_ROLE_OUTPUT,     /* [width,width]: the map after attention */
    LG_ROLE_PROJECTION, /* [K,N]: any other map in attention */
    LG_ROLE_FF1,        /* [width,f]: into the hidden layer of the feed-forward network, including gates */
    LG_ROLE_FF2,        /* [f,width]: out of the hidden layer */
    LG_ROLE_ROUTER,     /* [width,E]: logits of experts */
    LG_ROLE_READOUT,    /* [width,classes] */
    LG_ROLE_RECURRENT,  /* [K,N]: a map of a recurrent cell */
    LG_ROLE_GAIN,       /* gain of a norm or a residual */
    LG_ROLE_BIAS,       /* bias of a map, or offset of a norm */
    LG_ROLE_TERM        /* parameters of an encoding or attention function that are not maps */
} lg_role;

#endif
