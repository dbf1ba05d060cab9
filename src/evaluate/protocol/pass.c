/* pass.c: protocol that makes one forward pass with the true targets as inputs (teacher forcing). */
#include "evaluate/protocols.h"

const lg_protocol lg_protocol_pass = {
    .name = "pass",
    .summary = "teacher forcing: one forward pass, in which the model reads the true target tokens",
    .formula = "Token j is the argmax of the logits, given the source. If the model reads targets, the logits also\n"
               "depend on the true target tokens before j.",
    .source = "Williams & Zipser 1989 (teacher forcing)",
    .run = lg_pass_forward,
};
