/* fill.c: fills the template of a script. "{{NAME}}" is replaced by a text. NAME is one of the kind's places
 * (export.h), or `summary`, `name`, `directory` or `tasks` (see write_place), or an option. A line that begins with
 * "{{?NAME}}" is skipped if the option NAME is empty. */
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/quote.h"
#include "base/text.h"
#include "config/values.h"
#include "sweep/export/export.h"

const char *lg_export_name(const char *text, char out[LG_EXPORT_NAME]) {
    size_t n = 0;
    for (; *text && n + 1 < LG_EXPORT_NAME; text++) {
        const bool fits = isalnum((unsigned char)*text);
        if (fits || n > 0) out[n++] = fits ? (char)tolower((unsigned char)*text) : '-';
    }
    while (n > 0 && out[n - 1] == '-') n--;
    out[n] = '\0';
    return n > 0 ? out : strcpy(out, "sweep");
}

/* "SWEEP: 495 runs in 12 tasks of about 31 min" */
static void write_summary(FILE *to, const lg_array_tasks *p) {
    char shown[LG_SHOWN];
    const size_t runs = p->manifest->run_count;
    fprintf(to, "%s: %zu %s in %zu %s of about ", lg_text_shown(p->manifest->name, shown), runs,
            runs == 1 ? "run" : "runs", p->count, p->count == 1 ? "task" : "tasks");
    if (p->seconds < 90)
        fprintf(to, "%.0f s", fmax(1, p->seconds));
    else
        fprintf(to, "%.0f min", p->seconds / 60);
}

static void write_place(FILE *to, const lg_export *e, const char *name, const lg_array_tasks *p, const lg_values *v) {
    char sweep[LG_EXPORT_NAME];
    const lg_export_place *own = e->places;
    while (own->name && strcmp(own->name, name)) own++;
    if (own->name)
        own->write(to, p, v);
    else if (!strcmp(name, "summary"))
        write_summary(to, p);
    else if (!strcmp(name, "name"))
        fputs(lg_export_name(p->manifest->name, sweep), to);
    else if (!strcmp(name, "directory"))
        lg_quote_shell(to, p->dir);
    else if (!strcmp(name, "tasks"))
        fprintf(to, "%zu", p->count);
    else
        fputs(lg_values_text(v, name), to);
}

void lg_export_fill(FILE *to, const lg_export *e, const lg_array_tasks *p, const lg_values *v) {
    const char *at = e->template;
    for (const char *open; (open = strstr(at, "{{"));) {
        char name[32];
        const bool asks = open[2] == '?';
        const char *from = open + 2 + asks, *close = strstr(from, "}}");
        assert(close && close - from < (long)sizeof name);
        snprintf(name, sizeof name, "%.*s", (int)(close - from), from);
        fwrite(at, 1, (size_t)(open - at), to);
        at = close + 2;
        if (!asks)
            write_place(to, e, name, p, v);
        else if (!*lg_text(v, name))
            at += strcspn(at, "\n") + 1;
    }
    fputs(at, to);
}
