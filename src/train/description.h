/* description.h: a training as described by a config: model, data, and all choices and settings of training and
 * evaluation. config/describe.h creates it from text. */
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
    bool validates; /* true if there are validations */
} lg_description;

#endif
