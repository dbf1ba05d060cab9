/* formula.c: `lengthen help formula`: explains on one screen how to write a mechanism as a formula. Names and functions
 * come from the parser's own tables. */
#include <stdio.h>
#include <string.h>

#include "cli/help/help.h"
#include "cli/ui/text.h"

enum { LEFT = 16, COLUMNS = 100 };

static void print_word(const lg_formula_word *w) {
    printf("  %-*s", LEFT, w->name);
    cli_text_wrap(stdout, w->help, 2 + LEFT, 2 + LEFT, COLUMNS);
}

/* Prints the functions, two on a line if the help texts of both are short. */
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

/* Describes an option that accepts formulas: its meaning, an example of flags, and the variables of its formulas. */
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
    print_place("encoding.frequency",
                "the angle in radians by which column pair k is rotated from one position to the next",
                "--encoding formula --encoding.frequency '10000^(-2*k/(r/2)) * (k < r/4)'");
    print_place("scale.formula", "the factor that multiplies the logits of a query",
                "--scale formula --scale.formula 's * log(n) / sqrt(dk)' --scale.parameters 's[head] = 0.25'");
    print_place("mask.formula",
                "which keys a query sees: one interval, and optionally the first keys; strides are impossible",
                "--mask formula --mask.formula 'j <= i and (i - j < 64 or j < 4)'");
    print_place("mixer.formula", "the activation function", "--mixer formula --mixer.formula 'max(x, 0)^2'");
    print_place("schedule.formula", "the factor that multiplies train.lr",
                "--schedule formula --schedule.formula 'min(step/100, 1) * cos(pi/2 * step/steps)'");
}

void cli_help_formula(void) {
    printf("Write your own mechanism in one line: as flags of `lengthen train`, or as keys in a sweep file.\n");
    cli_title("where formulas can be used, and which variables they have");
    print_places();
    cli_title("trained parameters, one set per block (encoding.parameters or scale.parameters)");
    printf("  s[head] = -2; a = 1                s: one number per head, initially -2\n"
           "                                     a: one number for all heads, initially 1\n"
           "  w[head, 32] = normal(0, 0.02)      32 numbers per head, initially normal, standard deviation 0.02;\n"
           "                                     in the formula, w[x] uses floor(x) clamped to 0..31\n"
           "  r = uniform(0, 1) >= 0.01 <= 2     initially uniform in 0..1; training keeps r within 0.01..2\n"
           "  --encoding.shared_bias             all blocks share their parameters\n"
           "  --encoding.numbers 'rate = 0.5'    constants, not trained\n");
    cli_title("operators, from lowest to highest precedence");
    printf("  or   and   not   < <= > >= == != (0 or 1)   + -   * /   -x   ^ (right-associative: 2^3^2 = 2^9)\n"
           "  P = 2^floor(log2(H)); m = head / P; -m*abs(d)      definitions first, then the formula\n"
           "  pi, e                                              constants\n");
    cli_title("functions");
    print_functions();
    printf("\nformulas in files\n"
           "  lengthen train --encoding root.yaml   where root.yaml holds, for example,\n"
           "      summary: a penalty that grows with a power of the distance\n"
           "      encoding: {bias: -exp(s)*abs(d)^p, parameters: \"s[head] = -2\", numbers: {p: 0.5}}\n"
           "  lengthen show root.yaml               explains it\n"
           "\nA run stores its formula in normalized form. These commands evaluate a run with another formula, and\n"
           "print the matrices of a formula:\n"
           "  lengthen eval RUN --encoding.bias '-abs(d)'\n"
           "  lengthen inspect encoding formula --encoding.bias 'tanh(d/10)' --length 8 --heads 1\n");
}
