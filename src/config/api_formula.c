/* api_formula.c: implements formula words and formula files of api/catalogue.h. */
#include <string.h>

#include "api/catalogue.h"
#include "config/context.h"
#include "config/formula_file.h"
#include "formula/formula.h"

lg_formula_word lg_formula_function_at(size_t i) {
    static const lg_formula_word words[] = {
        {"if(c, a, b)", "a if c is not 0, else b"},
        {"min(a, b)", "the smaller of the two"},
        {"max(a, b)", "the larger of the two"},
        {"bucket(d, n, m)",
         "T5 bucket of |d|: each distance below n/2 has its own bucket; larger distances share logarithmic buckets, "
         "which end at m"},
        {"sum(k, n, x)", "sum of x over k = 0..n-1"},
#define FUNCTION(name, value, slope, help) {#name "(x)", help},
#include "formula/functions.inc"
    };
    return i < sizeof words / sizeof *words ? words[i] : (lg_formula_word){"", ""};
}

lg_formula_word lg_formula_operand_at(const char *key, size_t i) {
    for (const lg_formula_place *const *p = lg_formula_places; *p; p++) {
        if (strcmp((*p)->key, key)) continue;
        const lg_operand *o = (*p)->operands;
        for (size_t k = 0; o[k].name; k++)
            if (k == i) return (lg_formula_word){o[k].name, o[k].help};
    }
    return (lg_formula_word){"", ""};
}

/* The options of a formula file as lines: "encoding.bias: -exp(s)*abs(d)^power". */
static const char *lines_of(const lg_formula_file *f) {
    const char *text = "";
    for (int i = 0; i < f->count && text; i++)
        text = lg_arena_printf(f->arena, "%s%s%s: %s", text, i > 0 ? "\n" : "", f->means[i].key, f->means[i].value);
    return text;
}

lg_status lg_choice_read(lg_context *c, const char *path, lg_choice *out) {
    lg_error *err = lg_context_begin(c);
    lg_formula_file f;
    lg_arena_free(c->file);
    c->file = lg_arena_new();
    if (!c->file) return lg_fail(err, LG_FAILED, "out of memory: %s", path), err->code;
    if (!lg_formula_file_read(path, NULL, c->file, &f, err) || !lg_formula_file_check(path, f.axis, err))
        return err->code;
    const char *lines = lines_of(&f);
    *out = (lg_choice){.axis = f.axis,
                       .name = f.name ? f.name : path,
                       .summary = f.summary ? f.summary : "formula from a file",
                       .formula = lines,
                       .source = f.source ? f.source : "",
                       .properties = "",
                       .example = lg_arena_printf(c->file, "lengthen train --%s %s", f.axis, path),
                       .published = ""};
    if (!lines || !out->example) lg_fail(err, LG_FAILED, "out of memory: %s", path);
    return err->code;
}
