/* description.h: a training as a config describes it: the model, its data, and the choices and settings of how the one
 * learns from the other and is tested. config/describe.h makes it from text. */
#ifndef LG_TRAIN_DESCRIPTION_H
#define LG_TRAIN_DESCRIPTION_H

#include "data/curriculum.h"
#include "metric/metric.h"
#include "nn/model/description.h"
#include "train/optimizer.h"
#include "train/protocol.h"
#include "train/schedule.h"
#include "train/settings.h"

typedef struct lg_description {
    lg_model_description model;
    lg_data_description data;
    lg_train_settings training;
    lg_eval_settings evaluation;
    lg_chosen_curriculum curriculum;
    lg_chosen_optimizer optimizer;
    lg_chosen_schedule schedule;
    lg_chosen_protocol protocol;
    const lg_metric *metric;
    bool validates; /* there are validations */
} lg_description;

#endif
