/* describe.h: converts the values of a config into structs that describe model, data and training. Code below config/
 * does not look up options by name. Texts and lists in the structs are valid while the values are unchanged. Functions
 * for the model or training need the values of all options. Functions for a data set or one axis need only its own
 * options. */
#ifndef LG_CONFIG_DESCRIBE_H
#define LG_CONFIG_DESCRIBE_H

#include "config/values.h"
#include "nn/model/model.h"
#include "train/description.h"
#include "train/ending.h"

/* trained: the values used in training, which determine the data's vocabulary; NULL: `v` was used in training. */
void lg_describe(const lg_values *v, const lg_values *trained, lg_description *out);
void lg_describe_model(const lg_values *v, lg_model_description *out);
void lg_describe_data(const lg_values *v, const lg_values *trained, lg_data_description *out);

lg_model *lg_model_of(const lg_values *v, const lg_kernels *k, lg_error *err);
lg_dataset *lg_dataset_of(const lg_values *v, lg_error *err);

lg_model_settings lg_model_settings_of(const lg_values *v);
lg_train_settings lg_train_settings_of(const lg_values *v);
lg_eval_settings lg_eval_settings_of(const lg_values *v);

/* Options of validation during training, and the rule that ends training. */
bool lg_validates(const lg_values *v);
lg_split lg_validation_split_of(const lg_values *v);
const char *lg_validations_choose_of(const lg_values *v, int i); /* see lg_validations_choose */
bool lg_ending_of(const lg_values *v, lg_ending_rule *out, lg_error *err);

/* The choices on axes. lg_data_of also finds data registered by the program, and returns NULL if the name is
 * unknown. */
const lg_data *lg_data_of(const lg_values *v);
lg_chosen_data lg_data_choose(const lg_values *v);
lg_chosen_curriculum lg_curriculum_choose(const lg_values *v);
const lg_metric *lg_metric_of(const lg_values *v);

#endif
