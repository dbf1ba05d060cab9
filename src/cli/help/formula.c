/* formula.c: `lengthen help formula`: one screen that teaches to write a bias of attention. Names and functions come
 * from the lists that the parser reads. */
#include <stdio.h>

#include "cli/help/help.h"
#include "cli/ui/text.h"

enum { LEFT = 16, COLUMNS = 100 };

static void print_heading(const char *text) {
    printf("\n%s%s%s\n", cli_bold(stdout), text, cli_plain(stdout));
}

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

void cli_help_formula(void) {
    printf("A positional encoding of your own in one line: what is added to the logit of a query and a key.\n");
    print_heading("examples");
    printf("  lengthen train --encoding formula --encoding.bias '-abs(d) / 2^(8*(head+1)/H)' --out runs/alibi\n"
           "  lengthen train --encoding formula --encoding.bias '-exp(s) * abs(d)^0.5' \\\n"
           "      --encoding.parameters 's[head] = -2' --out runs/root\n"
           "  lengthen train --encoding formula --encoding.bias 'w[bucket(d, 32, 128)]' --mask causal \\\n"
           "      --encoding.parameters 'w[head, 32] = normal(0, 0.02)' --out runs/t5\n"
           "  lengthen inspect encoding formula --encoding.bias 'tanh(d/10)' --length 8 --heads 1\n");
    print_heading("names");
    for (size_t i = 0; *lg_formula_operand_at("encoding.bias", i).name; i++) {
        const lg_formula_word w = lg_formula_operand_at("encoding.bias", i);
        print_word(&w);
    }
    printf("  pi, e           numbers\n");
    print_heading("a learning-rate schedule of your own: --schedule formula --schedule.formula 'min(step/100, 1)'");
    for (size_t i = 0; *lg_formula_operand_at("schedule.formula", i).name; i++) {
        const lg_formula_word w = lg_formula_operand_at("schedule.formula", i);
        print_word(&w);
    }
    print_heading("parameters: trained numbers, in each block (all blocks share them with --encoding.shared_bias)");
    printf("  s[head] = -2                       one for each head, which begins as -2; written s\n"
           "  w[head, 32] = normal(0, 0.02)      32 for each head; written w[...], rounded down and kept within 0..31\n"
           "  a = uniform(0, 1); t[8] = 0        one, and eight, of all heads\n");
    print_heading("operators, from loose to tight");
    printf("  or   and   not   < <= > >= == != (0 or 1)   + -   * /   -x   ^ (from the right: 2^3^2 = 2^9)\n"
           "  P = 2^floor(log2(H)); m = head / P; -m*abs(d)      definitions come first, the formula last\n");
    print_heading("functions");
    print_functions();
    printf("\nA run stores the formula in one way of writing it, in config.yaml and in its hash.\n");
}
