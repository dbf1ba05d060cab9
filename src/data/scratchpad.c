/* scratchpad.c: see scratchpad.h. */
#include "data/scratchpad.h"

#include <string.h>

#include "base/text.h"

const char *const lg_part_markers[LG_PARTS] = {"in", "comp", "out", "[", "re"};

static const char begin[] = "Thinking step by step:", end[] = ". Thus,";
enum { FRAME = 5 + 3 }; /* number of tokens of begin and end */

/* ---- the option ---- */

static const char *const names[LG_PARTS] = {"input", "computation", "output", "variables", "rest"};

static bool is_format(const char *text) {
    return strlen(text) == LG_PARTS && strspn(text, "01") == LG_PARTS;
}

/* Writes the five digits for which "full" stands: 1 for each part that the steps have. */
static void find_full(const lg_steps *steps, char digits[LG_PARTS + 1]) {
    for (int p = 0; p < LG_PARTS; p++) digits[p] = steps->write[p] ? '1' : '0';
    digits[LG_PARTS] = '\0';
}

/* If the text is "no_" and the name of a part, such as "no_rest", removes the part from `digits`. For other texts,
 * returns false without an error. */
static bool leave_out(const char *text, char digits[LG_PARTS + 1]) {
    int p = 0;
    if (strncmp(text, "no_", 3)) return false;
    while (p < LG_PARTS && (digits[p] == '0' || strcmp(text + 3, names[p]))) p++;
    if (p < LG_PARTS) digits[p] = '0';
    return p < LG_PARTS;
}

/* Fails if the text is "no_variables" or similar, and the data's steps do not have the part that it names. Returns true
 * for other texts. */
static bool check_part(const char *text, const lg_data *data, const char *full, lg_error *err) {
    for (int p = 0; p < LG_PARTS; p++)
        if (!strncmp(text, "no_", 3) && !strcmp(text + 3, names[p]) && full[p] == '0')
            return lg_fail_keys(err, "data.scratchpad", "data.scratchpad: %s: the steps of %s have no %s (use full)",
                                text, data->name, names[p]);
    return true;
}

static bool refuse_text(const char *text, const char *full, lg_error *err) {
    char shown[LG_SHOWN];
    return lg_fail_keys(
        err, "data.scratchpad",
        "data.scratchpad: '%s' is not known (expected none, full, minimal, full without one part such as "
        "no_input, or a digit 0 or 1 for each of input, computation, output, variables and rest: full is %s, "
        "minimal is 01100)",
        lg_text_shown(text, shown), full);
}

bool lg_scratchpad_read(const char *text, const lg_data *data, const lg_steps *steps, lg_scratchpad *out,
                        lg_error *err) {
    char full[LG_PARTS + 1], fewer[LG_PARTS + 1];
    *out = (lg_scratchpad){.there = strcmp(text, "none")};
    find_full(steps, full);
    memcpy(fewer, full, sizeof fewer);
    if (!out->there) return true;
    if (!check_part(text, data, full, err)) return false;
    const char *digits = !strcmp(text, "full")      ? full
                         : !strcmp(text, "minimal") ? "01100"
                         : leave_out(text, fewer)   ? fewer
                                                    : text;
    if (!is_format(digits)) return refuse_text(text, full, err);
    for (int p = 0; p < LG_PARTS; p++) {
        out->has[p] = digits[p] == '1';
        if (out->has[p] && !steps->write[p])
            return lg_fail_keys(err, "data.scratchpad data",
                                "data.scratchpad: %s: the steps of %s have no %s (expected 0 as digit %d; full is %s)",
                                text, data->name, names[p], p + 1, full);
    }
    return true;
}

/* ---- writing ---- */

static void write_step(const lg_scratchpad *s, const lg_steps *steps, const void *x, lg_text_writer *w) {
    for (int p = 0; p < LG_PARTS; p++) {
        if (!s->has[p]) continue;
        lg_text_write(w, lg_part_markers[p]);
        steps->write[p](x, w);
        if (p == LG_PART_VARIABLES) lg_text_write(w, "]");
    }
}

void lg_scratchpad_write(const lg_scratchpad *s, const lg_steps *steps, void *x, lg_text_writer *w) {
    lg_text_write(w, begin);
    for (int i = 0; steps->next(x); i++) {
        if (i > 0) lg_text_write(w, "#");
        write_step(s, steps, x, w);
    }
    lg_text_write(w, end);
}

int lg_scratchpad_bound(const lg_scratchpad *s, const lg_steps *steps, const lg_dataset *d, int length) {
    const int n = length < LG_STEPS_LONGEST ? length : LG_STEPS_LONGEST, count = steps->count ? steps->count(n) : n;
    int tokens = FRAME + count - 1;
    for (lg_part p = 0; p < LG_PARTS; p++) {
        const int markers = p == LG_PART_VARIABLES ? 2 : 1;
        if (s->has[p]) tokens += count * markers + steps->tokens(d, n, p, s);
    }
    return tokens;
}
