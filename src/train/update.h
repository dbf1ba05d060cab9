/* update.h: what an optimizer is given for a step (train/optimizer.h). */
#ifndef LG_TRAIN_UPDATE_H
#define LG_TRAIN_UPDATE_H

#include "kernel/kernel.h"
#include "train/optimizer.h"

/* A step, for all its jobs. */
struct lg_update {
    const lg_kernels *kernels;
    const void *own; /* the options of the optimizer */
    const lg_train_settings *settings;
    int64_t step;  /* 1 for the first */
    double rate;   /* learning rate of the step */
    double factor; /* what gradients are multiplied with: clipping */
    union {        /* constants of the step */
        struct {
            lg_adam adam;         /* its decays are factors of that of a part */
            double decay_divisor; /* and this is what that is divided by */
        };
        lg_adafactor adafactor;
    };
};

/* What a job updates: n elements of parameters that decay alike, with what is carried for them; or one parameter. */
struct lg_update_part {
    size_t n;
    const lg_parameter_row *row; /* of a parameter as a whole; else NULL */
    lg_view p, g;                /* g may be overwritten */
    lg_view moments[LG_MOMENTS]; /* absent where there are none */
    double decay;
};

#endif
