/* places.c: the places where formulas are used, and their operands. */
#include "formula/formula.h"

#include <stddef.h>

static const lg_operand bias_operands[] = {
    [LG_BIAS_D] = {"d", "position of the query minus position of the key"},
    [LG_BIAS_HEAD] = {"head", "index of the head, from 0", .fixed = true},
    [LG_BIAS_HEADS] = {"H", "number of heads", .fixed = true},
    [LG_BIAS_DK] = {"dk", "width of a head", .fixed = true},
    [LG_BIAS_T] = {"T", "number of tokens that the model reads (the source, and the target if the model reads it)",
                   .fixed = true},
    [LG_BIAS_P_I] = {"p_i", "position of the query"},
    [LG_BIAS_P_J] = {"p_j", "position of the key"},
    {0},
};
const lg_formula_place lg_formula_bias = {.key = "encoding.bias",
                                          .parameters_key = "encoding.parameters",
                                          .numbers_key = "encoding.numbers",
                                          .operands = bias_operands};

static const lg_operand frequency_operands[] = {
    [LG_FREQUENCY_K] = {"k", "index of the column pair, from 0"},
    [LG_FREQUENCY_R] = {"r", "number of rotated columns in a head", .fixed = true},
    [LG_FREQUENCY_T] = {"T", "number of tokens that the model reads (the source, and the target if the model reads it)",
                        .fixed = true},
    {0},
};
const lg_formula_place lg_formula_frequency = {.key = "encoding.frequency",
                                               .numbers_key = "encoding.numbers",
                                               .operands = frequency_operands,
                                               .no_parameters = "frequencies are not trained"};

static const lg_operand scale_operands[] = {
    [LG_SCALE_N] = {"n", "number of keys that the query attends to"},
    [LG_SCALE_HEAD] = {"head", "index of the head, from 0", .fixed = true},
    [LG_SCALE_HEADS] = {"H", "number of heads", .fixed = true},
    [LG_SCALE_DK] = {"dk", "width of a head", .fixed = true},
    {0},
};
const lg_formula_place lg_formula_scale = {.key = "scale.formula",
                                           .parameters_key = "scale.parameters",
                                           .numbers_key = "scale.numbers",
                                           .operands = scale_operands};

static const lg_operand mask_operands[] = {
    [LG_MASK_I] = {"i", "index of the query, from 0"},
    [LG_MASK_J] = {"j", "index of the key, from 0"},
    {0},
};
const lg_formula_place lg_formula_mask = {.key = "mask.formula",
                                          .numbers_key = "mask.numbers",
                                          .operands = mask_operands,
                                          .no_parameters = "a mask is not trained"};

static const lg_operand mixer_operands[] = {
    [LG_MIXER_X] = {"x", "an element of the hidden layer"},
    {0},
};
const lg_formula_place lg_formula_mixer = {.key = "mixer.formula",
                                           .numbers_key = "mixer.numbers",
                                           .operands = mixer_operands,
                                           .no_parameters = "an activation is not trained",
                                           .no_sums = true};

static const lg_operand schedule_operands[] = {
    [LG_SCHEDULE_STEP] = {"step", "training step after the warm-up, from 1"},
    [LG_SCHEDULE_STEPS] = {"steps", "number of training steps after the warm-up", .fixed = true},
    [LG_SCHEDULE_WIDTH] = {"width", "width of the model", .fixed = true},
    {0},
};
const lg_formula_place lg_formula_schedule = {.key = "schedule.formula",
                                              .numbers_key = "schedule.numbers",
                                              .operands = schedule_operands,
                                              .no_parameters = "a schedule is not trained"};

const lg_formula_place *const lg_formula_places[] = {&lg_formula_bias,
                                                     &lg_formula_frequency,
                                                     &lg_formula_scale,
                                                     &lg_formula_mask,
                                                     &lg_formula_mixer,
                                                     &lg_formula_schedule,
                                                     NULL};
