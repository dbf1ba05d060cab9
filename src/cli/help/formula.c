/* formula.c: `lengthen help formula`: one screen that teaches to write a mechanism of one's own. Names and functions
 * come from the lists that the parser reads. */
#include <stdio.h>
#include <string.h>

#include "cli/help/help.h"
#include "cli/ui/text.h"

enum { LEFT = 16, COLUMNS = 100 };

static void print_word(const lg_formula_word *w) {
    printf("  %-*s", LEFT, w->name);
    cli_text_wrap(stdout, w->help, 2 + LEFT, 2 + LEFT, COLUMNS);
}

/* Two beside each other. */
static void print_functions(void) {
    for (size_t i = 0; *lg_formula_function_at(i).name; i++) {
        const lg_formula_word w = lg_formula_function_at(i);
        const bool broad = cli_text_width(w.help) > 32, last = !*lg_formula_function_at(i + 1).name;
        if (broad || last) {
            print_word(&w);
            continue;
        }
        const lg_formula_word next = lg_formula_function_at(i + 1);
        if (cli_text_width(next.help) > 32) {
            print_word(&w);
            continue;
        }
        printf("  %-*s%-34s%-*s%s\n", LEFT, w.name, w.help, LEFT, next.name, next.help);
        i++;
    }
}

/* A place where formulas stand: what it is, flags that use it, and its names. */
static void print_place(const char *key, const char *what, const char *flags) {
    char names[512] = "";
    for (size_t i = 0; *lg_formula_operand_at(key, i).name; i++) {
        const lg_formula_word w = lg_formula_operand_at(key, i);
        const size_t at = strlen(names);
        snprintf(names + at, sizeof names - at, "%s%s = %s", i > 0 ? "; " : "", w.name, w.help);
    }
    printf("  %s\n      %s\n      ", flags, what);
    cli_text_wrap(stdout, names, 6, 6, COLUMNS);
}

static void print_places(void) {
    print_place("encoding.bias", "added to the logit of a query and a key",
                "--encoding formula --encoding.bias '-exp(s) * abs(d)^0.5' --encoding.parameters 's[head] = -2'");
    print_place("encoding.frequency", "radians that pair k of the columns turns by from one position to the next",
                "--encoding formula --encoding.frequency '10000^(-2*k/(r/2)) * (k < r/4)'");
    print_place("scale.formula", "what the logits of a query are multiplied with",
                "--scale formula --scale.formula 's * log(n) / sqrt(dk)' --scale.parameters 's[head] = 0.25'");
    print_place("mask.formula",
                "where a query sees a key: one interval, and perhaps the first keys of all (no strides)",
                "--mask formula --mask.formula 'j <= i and (i - j < 64 or j < 4)'");
    print_place("mixer.formula", "the activation", "--mixer formula --mixer.formula 'max(x, 0)^2'");
    print_place("schedule.formula", "what the learning rate is multiplied with",
                "--schedule formula --schedule.formula 'min(step/100, 1) * cos(pi/2 * step/steps)'");
}

void cli_help_formula(void) {
    printf("A mechanism of your own, in one line: add such flags to `lengthen train` (or inspect, or a sweep).\n");
    cli_title("where formulas stand, and the names that they read there");
    print_places();
    cli_title("numbers that are trained in each block, of encoding.bias and scale.formula (encoding.parameters)");
    printf(
        "  s[head] = -2; a = 1                -2 for each head to begin with, and one number of all heads\n"
        "  w[head, 32] = normal(0, 0.02)      32 for each head, by mean and deviation; written w[...], whose index is\n"
        "                                     rounded down and kept within 0..31\n"
        "  r = uniform(0, 1) >= 0.01 <= 2     training keeps it within bounds\n"
        "  --encoding.shared_bias             all blocks share them;  --encoding.numbers 'rate = 0.5': not trained\n");
    cli_title("operators, from loose to tight");
    printf("  or   and   not   < <= > >= == != (0 or 1)   + -   * /   -x   ^ (from the right: 2^3^2 = 2^9)\n"
           "  P = 2^floor(log2(H)); m = head / P; -m*abs(d)      definitions come first, the formula last\n"
           "  pi, e                                              numbers\n");
    cli_title("functions");
    print_functions();
    printf("\nA file may hold one: `--encoding root.yaml`, with {summary: ..., encoding: {bias: -exp(s)*abs(d)^p, "
           "parameters:\n"
           "\"s[head] = -2\", numbers: {p: 0.5}}}; `lengthen show root.yaml` explains it. A run stores the text in one "
           "way of\n"
           "writing it. Test another one: lengthen eval RUN --encoding.bias '-abs(d)'. Look at it:\n"
           "  lengthen inspect encoding formula --encoding.bias 'tanh(d/10)' --length 8 --heads 1\n");
}
