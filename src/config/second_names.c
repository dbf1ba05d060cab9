/* second_names.c: aliases from the literature for choices, possibly with options. */
#include <string.h>

#include "config/axes.h"

const lg_second_name_row lg_second_names[] = {
    {"architecture", "rnn", {{"architecture", "recurrent"}, {"cell", "elman"}}},
    {"architecture", "lstm", {{"architecture", "recurrent"}, {"cell", "lstm"}}},
    {"architecture", "stack_rnn", {{"architecture", "recurrent"}, {"cell", "elman"}, {"store", "stack"}}},
    {"architecture", "stack_lstm", {{"architecture", "recurrent"}, {"cell", "lstm"}, {"store", "stack"}}},
    {"architecture", "nd_stack_rnn", {{"architecture", "recurrent"}, {"cell", "elman"}, {"store", "nd_stack"}}},
    {"architecture", "tape_rnn", {{"architecture", "recurrent"}, {"cell", "elman"}, {"store", "tape"}}},
    {"architecture", "perceiver", {{"architecture", "perceiver_io"}}},
    {"architecture", "memory_tokens", {{"architecture", "encoder"}, {"architecture.memory_tokens", "10"}}},
    {"data", "rev", {{"data", "reverse_symbols"}}},
    {"data", "ind", {{"data", "associative_recall"}}},
    {"data", "off", {{"data", "offset_recall"}}},
    {"data", "ciph", {{"data", "substitution_cipher"}}},
    {"data", "tri", {{"data", "markov_chain"}}},
    {"data", "mt_toy", {{"data", "toy_translation"}}},
    {"positions", "shape", {{"positions", "shifted"}}},
    {"positions", "cape", {{"positions", "augmented"}}},
    {"encoding", "kerple_log", {{"encoding", "kerple"}, {"encoding.kernel", "log"}}},
    {"encoding", "kerple_power", {{"encoding", "kerple"}, {"encoding.kernel", "power"}}},
    {"encoding", "rotary", {{"encoding", "rope"}}},
    {"encoding", "partial_rotary", {{"encoding", "rope"}, {"encoding.fraction", "0.5"}}},
    {"encoding", "pi", {{"encoding", "rope"}, {"encoding.frequencies", "interpolated"}}},
    {"encoding", "ntk", {{"encoding", "rope"}, {"encoding.frequencies", "ntk"}}},
    {"encoding", "dynamic_ntk", {{"encoding", "rope"}, {"encoding.frequencies", "ntk"}, {"encoding.dynamic", "true"}}},
    {"encoding",
     "yarn",
     {{"encoding", "rope"}, {"encoding.frequencies", "parts_index"}, {"encoding.temperature", "0.1"}}},
    {"encoding", "llama3", {{"encoding", "rope"}, {"encoding.frequencies", "llama3"}}},
    {"encoding", "longrope", {{"encoding", "rope"}, {"encoding.frequencies", "longrope"}}},
    {"encoding", "rerope", {{"encoding", "rope"}, {"encoding.clip", "20"}}},
    {"encoding", "self_extend", {{"encoding", "rope"}, {"encoding.clip", "16"}, {"encoding.group", "8"}}},
    {"encoding.frequencies", "pi", {{"encoding.frequencies", "interpolated"}}},
    {"encoding.frequencies", "linear", {{"encoding.frequencies", "interpolated"}}},
    {"encoding.frequencies", "dynamic", {{"encoding.frequencies", "ntk"}, {"encoding.dynamic", "true"}}},
    {"encoding.frequencies", "dynamic_ntk", {{"encoding.frequencies", "ntk"}, {"encoding.dynamic", "true"}}},
    {"encoding.frequencies", "yarn", {{"encoding.frequencies", "parts_index"}, {"encoding.temperature", "0.1"}}},
    {"attention", "persistent", {{"attention", "softmax"}, {"model.order", "a"}}},
    {"projection", "primer_ez", {{"projection", "primer"}, {"mixer", "squared_relu"}}},
    {"norm", "primer_norm", {{"norm", "layer_norm"}, {"norm.epsilon", "1e-06"}}},
    {"mixer", "silu", {{"mixer", "swish"}}},
    {"mixer", "relu2", {{"mixer", "squared_relu"}}},
    {"mixer", "switch", {{"mixer", "relu"}, {"model.order", "se"}}},
    {"mixer", "base", {{"mixer", "relu"}, {"model.order", "sb"}}},
    {"mixer", "sparse_all_mlp", {{"mixer", "relu"}, {"model.order", "gb"}}},
    {"mixer", "sparse_mlp", {{"mixer", "relu"}, {"model.order", "gb"}}},
    {"block",
     "normformer",
     {{"block", "pre_norm"},
      {"block.attention_norm", "true"},
      {"block.head_scale", "heads"},
      {"block.hidden_norm", "true"},
      {"residual", "channel"},
      {"residual.sublayers", "feed_forward"}}},
    {"block", "post_ln", {{"block", "post_norm"}}},
    {"block", "pre_ln", {{"block", "pre_norm"}}},
    {"block", "residual", {{"block", "dual_norm"}}},
    {"block", "residual_dual", {{"block", "dual_norm"}}},
    {"residual", "deepnet", {{"residual", "deepnorm"}}},
    {"norm", "rms", {{"norm", "rms_norm"}}},
    {"optimizer", "adamw", {{"optimizer", "adam"}}},
    {"protocol", "windows", {{"protocol", "pass"}}},
    {"metric", "nll", {{"metric", "cross_entropy"}}},
    {"metric", "accuracy", {{"metric", "token_accuracy"}}},
    {"metric", "bits_per_character", {{"metric", "bits_per_token"}}, .spelled = true},
    {"metric", "bits_per_byte", {{"metric", "bits_per_token"}}, .spelled = true},
    {"sublayer", "light_convolution", {{"sublayer", "light"}}},
    {"sublayer", "dynamic_convolution", {{"sublayer", "dynamic"}}},
    {"sublayer", "moe", {{"sublayer", "switch"}}},
    {"sublayer", "memorizing_transformer", {{"sublayer", "memorizing"}}},
    {"setting", "sandwich", {{"setting", "sandwich_order"}}},
    {0},
};

const lg_second_name_row *lg_second_name_find(const char *axis, const char *name) {
    for (const lg_second_name_row *s = lg_second_names; s->name; s++)
        if (!strcmp(s->axis, axis) && !strcmp(s->name, name)) return s;
    return NULL;
}

const char *lg_axis_first_name(const char *axis, const char *name) {
    const lg_second_name_row *s = lg_second_name_find(axis, name);
    return s ? s->means[0].value : name;
}
