/* describe.h: what the values of a config describe, as structs: the only place where options below are found by name.
 * Texts and lists in them live as long as the values are unchanged. All options must be in force, but for data sets and
 * the choices of single axes, which need their own. */
#ifndef LG_CONFIG_DESCRIBE_H
#define LG_CONFIG_DESCRIBE_H

#include "config/values.h"
#include "nn/model/model.h"
#include "train/description.h"
#include "train/ending.h"

/* trained: the values that a model was trained with, whose vocabulary its data has; NULL: these. */
void lg_describe(const lg_values *v, const lg_values *trained, lg_description *out);
void lg_describe_model(const lg_values *v, lg_model_description *out);
void lg_describe_data(const lg_values *v, const lg_values *trained, lg_data_description *out);

lg_model *lg_model_of(const lg_values *v, const lg_kernels *k, lg_error *err);
lg_dataset *lg_dataset_of(const lg_values *v, lg_error *err);

lg_model_settings lg_model_settings_of(const lg_values *v);
lg_train_settings lg_train_settings_of(const lg_values *v);
lg_eval_settings lg_eval_settings_of(const lg_values *v);

/* Are there validations, of which records, and when does training end? */
bool lg_validates(const lg_values *v);
lg_split lg_validation_split_of(const lg_values *v);
const char *lg_validations_choose_of(const lg_values *v, int i); /* as lg_validations_choose */
bool lg_ending_of(const lg_values *v, lg_ending_rule *out, lg_error *err);

/* The choices of axes. The entry of data may be one that the program registered; NULL: there is none of that name. */
const lg_data *lg_data_of(const lg_values *v);
lg_chosen_data lg_data_choose(const lg_values *v);
lg_chosen_curriculum lg_curriculum_choose(const lg_values *v);
const lg_metric *lg_metric_of(const lg_values *v);

#endif
