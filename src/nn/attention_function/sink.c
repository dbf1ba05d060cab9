/* sink.c: softmax with an attention sink: each head has one additional trained logit, which has no value. */
#include "graph/ops.h"
#include "nn/axes/attention_function.h"
#include "nn/model/parts.h"

static lg_tensor *attend(const void *own, lg_build *b, int block, lg_tensor *h, const lg_attend *a) {
    lg_attend more = *a;
    (void)own, (void)h;
    more.sinks = true;
    more.sink = lg_build_parameter(b, block, LG_ROLE_TERM, "attention.sink", 1, &b->model->heads,
                                   (lg_initial){LG_INITIAL_CONSTANT, 0});
    return lg_op_attention(b->g, &more);
}

const lg_attention_function lg_attention_function_sink = {
    .name = "sink",
    .summary = "softmax over the visible keys and an extra logit, which is trained for each head (attention sink)",
    .formula = "P[t,s] = exp(l[t,s]) / (exp(z_h) + sum over visible k of exp(l[t,k])), z: [heads] in each block,\n"
               "trained, initially 0; not scaled\n"
               "in sublayer a (all-attention), keys, trained pairs and the sink share one softmax",
    .source = "OpenAI 2025, gpt-oss-120b & gpt-oss-20b Model Card; sinks: Xiao et al. 2023 (StreamingLLM)",
    .example = "lengthen inspect encoding none --attention sink --heads 1 --q ONES --k ONES\n"
               "scores[0,1]: 2 2 2 2\n"
               "weights[0,1]: 0.241818 0.241818 0.241818 0.241818\n"
               "ONES: a file of 4 rows of 4 ones. Initially z = 0: each key has the weight e^2 / (1 + 4 e^2).",
    .spans = true,
    .sums = true,
    .attend = attend,
};
