/* script_text.c: texts in scripts: a summary for comments, and names. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "sweep/export/export.h"

void lg_export_comment(FILE *to, const lg_array_tasks *p) {
    char shown[LG_SHOWN];
    const size_t runs = p->manifest->run_count;
    fprintf(to, "%s: %zu %s in %zu %s of about ", lg_text_shown(p->manifest->name, shown), runs,
            runs == 1 ? "run" : "runs", p->count, p->count == 1 ? "task" : "tasks");
    if (p->seconds < 90)
        fprintf(to, "%.0f s", fmax(1, p->seconds));
    else
        fprintf(to, "%.0f min", p->seconds / 60);
}

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
