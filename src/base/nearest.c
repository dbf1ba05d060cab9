/* nearest.c: finds the word that was probably meant, by edit distance. */
#include "api/text.h"
#include "base/option.h"

#include <limits.h>
#include <string.h>

#define MAX_WORD 96

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int least(int a, int b) {
    return a < b ? a : b;
}

/* Damerau 1964, restricted to one edit per letter ("optimal string alignment"). Only three rows of the matrix are
 * kept. */
int lg_text_distance(const char *a, const char *b) {
    int rows[3][MAX_WORD + 1];
    if (strlen(a) > MAX_WORD || strlen(b) > MAX_WORD) return INT_MAX;
    const int m = (int)strlen(a), n = (int)strlen(b);
    for (int j = 0; j <= n; j++) rows[0][j] = j;
    for (int i = 1; i <= m; i++) {
        int *here = rows[i % 3];
        const int *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
        here[0] = i;
        for (int j = 1; j <= n; j++) {
            const char x = lower(a[i - 1]), y = lower(b[j - 1]);
            here[j] = least(above[j - 1] + (x != y), least(above[j], here[j - 1]) + 1);
            const bool swapped = i > 1 && j > 1 && x == lower(b[j - 2]) && y == lower(a[i - 2]);
            if (swapped) here[j] = least(here[j], above2[j - 2] + 1);
        }
    }
    return rows[m % 3][n];
}

/* Maximum number of edits between a word and a suggestion: a third of the number of letters of the longer word, but one
 * for two letters and none for one letter. */
static int allowance(size_t a, size_t b) {
    const int longer = (int)(a > b ? a : b);
    return longer < 3 ? longer - 1 : longer / 3;
}

const char *lg_nearest(const char *word, const char *const *candidates, size_t count) {
    const char *nearest = NULL;
    int best = MAX_WORD;
    if (word[0] == '\0' || strlen(word) > MAX_WORD) return NULL;
    for (size_t i = 0; i < count; i++) {
        const int edits = lg_text_distance(word, candidates[i]);
        if (edits >= best || edits > allowance(strlen(word), strlen(candidates[i]))) continue;
        best = edits;
        nearest = candidates[i];
    }
    return nearest;
}
