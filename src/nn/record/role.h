/* role.h: what a parameter is for. Its initial values follow from its role and its shape (nn/axes/initialisation.h),
 * unless who asks for it has a law for them; and whether its weights decay does (train/decay.h). */
#ifndef LG_NN_ROLE_H
#define LG_NN_ROLE_H

typedef enum lg_role {
    LG_ROLE_EMBEDDING, /* [V,width]: a vector for each token */
    LG_ROLE_POSITION,  /* [rows,width]: a vector for each position */
    LG_ROLE_QUERY,     /* [width,width], and so the next three */
    LG_ROLE_KEY,
    LG_ROLE_VALUE,
    LG_ROLE_OUTPUT,     /* of attention */
    LG_ROLE_PROJECTION, /* [K,N]: any other map within attention */
    LG_ROLE_FF1,        /* [width,f]: into the hidden layer of the feed-forward network, gates too */
    LG_ROLE_FF2,        /* [f,width]: out of it */
    LG_ROLE_ROUTER,     /* [width,E]: logits of experts */
    LG_ROLE_READOUT,    /* [width,classes] */
    LG_ROLE_RECURRENT,  /* [K,N]: a map of a cell */
    LG_ROLE_GAIN,       /* of a norm, or of a residual */
    LG_ROLE_BIAS,       /* of a map, and the offset of a norm */
    LG_ROLE_TERM        /* numbers of an encoding or an attention function that are no map */
} lg_role;

#endif
