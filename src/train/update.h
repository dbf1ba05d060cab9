/* update.h: arguments of an optimizer's functions (train/optimizer.h). */
#ifndef LG_TRAIN_UPDATE_H
#define LG_TRAIN_UPDATE_H

#include "kernel/kernel.h"
#include "train/optimizer.h"

/* The constants of a step, which all its jobs share. */
struct lg_update {
    const lg_kernels *kernels;
    const void *own; /* options of the optimizer */
    const lg_train_settings *settings;
    int64_t step;  /* 1 for the first */
    double rate;   /* learning rate of the step */
    double factor; /* factor of gradients, for clipping */
    union {        /* constants of the step */
        struct {
            lg_adam adam;         /* lg_update_part.decay is a further factor of its weight decay */
            double decay_divisor; /* divisor of the weight decay of each part */
        };
        lg_adafactor adafactor;
    };
};

/* What a job updates: n elements of parameters with the same decay and their moments, or one whole parameter. */
struct lg_update_part {
    size_t n;
    const lg_parameter_row *row; /* the whole parameter; NULL for a range of elements */
    lg_view p, g;                /* g may be overwritten */
    lg_view moments[LG_MOMENTS]; /* empty if the optimizer has none */
    double decay;
};

#endif
