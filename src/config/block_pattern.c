/* block_pattern.c: see block_pattern.h. */
#include "config/block_pattern.h"

#include <stdio.h>
#include <string.h>

bool lg_is_pattern(const char *value) {
    return value[strcspn(value, ",:")] != '\0';
}

/* ---- reading ---- */

/* Finds an option of an entry by name, with or without the axis prefix; NULL: there is none. */
static const lg_option *find_option(const lg_axis_row *axis, const lg_entry *e, const char *name) {
    const size_t n = strlen(axis->key);
    for (const lg_option *o = e->options; o && o->name; o++)
        if (!strcmp(o->name, name) || (!strncmp(o->name, axis->key, n) && !strcmp(o->name + n + 1, name))) return o;
    return NULL;
}

/* Lists the options of an entry without the prefix of the axis: "width, form". */
static void list_options(const lg_axis_row *axis, const lg_entry *e, char *out, size_t size) {
    size_t n = 0;
    *out = '\0';
    for (const lg_option *o = e->options; o && o->name && n < size; o++)
        n += (size_t)snprintf(out + n, size - n, "%s%s", n > 0 ? ", " : "", o->name + strlen(axis->key) + 1);
}

static bool fail_option(const lg_axis_row *axis, const lg_entry *e, const char *name, lg_error *err) {
    char there[300];
    list_options(axis, e, there, sizeof there);
    return lg_fail(err, LG_USAGE, "%s: %s has no option '%.40s' (%s%s)", axis->key, e->name, name,
                   *there == '\0' ? "it has none" : "there are: ", there);
}

const lg_item_setting *lg_item_setting_find(const lg_pattern_item *item, const lg_option *o) {
    for (int i = 0; i < item->setting_count; i++)
        if (item->settings[i].option == o) return &item->settings[i];
    return NULL;
}

bool lg_item_setting_add(const lg_axis_row *axis, const lg_option *o, const char *value, lg_pattern_item *item,
                         lg_error *err) {
    const lg_item_setting *twice = lg_item_setting_find(item, o);
    if (twice)
        return lg_fail(err, LG_USAGE, "%s: %s is set twice for one %s, to %.40s and to %.40s (set it once)", axis->key,
                       o->name, item->entry->name, twice->value, value);
    if (o->type == LG_TEXT || o->type == LG_LENGTHS || item->setting_count == LG_ITEM_SETTINGS)
        return lg_fail(err, LG_USAGE, "%s: %s is the same in all blocks (use --%s)", axis->key, o->name, o->name);
    item->settings[item->setting_count++] = (lg_item_setting){o, value};
    return lg_row_check(o, value, err);
}

static char *trim(char *text) {
    text += strspn(text, " ");
    for (size_t n = strlen(text); n > 0 && text[n - 1] == ' '; n--) text[n - 1] = '\0';
    return text;
}

/* Adds to an item the settings for which `name` stands, an alias of a choice or of an option's value. */
static bool read_meaning(const lg_axis_row *axis, const char *name, const lg_entry_default *m, lg_pattern_item *item,
                         lg_error *err) {
    for (; m && m->key; m++) {
        const lg_option *o = find_option(axis, item->entry, m->key);
        if (!o)
            return lg_fail(err, LG_USAGE, "%s: %s also sets %s: %s, for all blocks (in a list use %s, and --%s)",
                           axis->key, name, m->key, m->value, item->entry->name, m->key);
        if (!lg_item_setting_add(axis, o, m->value, item, err)) return false;
    }
    return true;
}

/* Adds the value of an option to an item. If the value is an alias, adds the settings of the alias instead. */
static bool read_value(const lg_axis_row *axis, const lg_option *o, const char *value, lg_pattern_item *item,
                       lg_error *err) {
    const lg_second_name_row *second = lg_second_name_find(o->name, value);
    return second ? read_meaning(axis, value, second->means, item, err)
                  : lg_item_setting_add(axis, o, value, item, err);
}

/* Parses "512" or "base=500000" in place. */
static bool read_setting(const lg_axis_row *axis, char *text, lg_pattern_item *item, lg_error *err) {
    const lg_entry *e = item->entry;
    char *value = strchr(text, '=');
    if (value) *value++ = '\0';
    const char *name = trim(text);
    const lg_option *named = find_option(axis, e, name), *o = value ? named : e->options;
    if (!o || !o->name) return fail_option(axis, e, name, err);
    if (!value && named)
        return lg_fail(err, LG_USAGE, "%s: %s has no value after '%s' (expected %s:%s=VALUE, such as %s)", axis->key,
                       e->name, name, e->name, name, named->fallback);
    return read_value(axis, o, value ? trim(value) : name, item, err);
}

/* Parses "window:512" in place. */
static bool read_item(const lg_axis_row *axis, char *text, lg_pattern_item *item, lg_error *err) {
    char *rest = text, *name = trim(strsep(&rest, ":"));
    if (*name == '\0')
        return lg_fail(err, LG_USAGE,
                       "%s: an item of the list is empty (expected names separated by commas, such as %s,%s)",
                       axis->key, axis->entries[0]->name, axis->entries[1]->name);
    item->entry = lg_entry_find(axis->entries, lg_axis_first_name(axis->key, name));
    if (!item->entry) return lg_fail(err, LG_USAGE, "there is no %s '%.40s'", axis->key, name);
    const lg_second_name_row *second = lg_second_name_find(axis->key, name);
    if (second && !read_meaning(axis, name, second->means + 1, item, err)) return false;
    while (rest)
        if (!read_setting(axis, trim(strsep(&rest, ":")), item, err)) return false;
    return true;
}

/* Parses all items in place. */
static bool read_items(const lg_axis_row *axis, char *rest, lg_pattern_items *out, lg_error *err) {
    memset(out, 0, sizeof *out);
    while (rest) {
        if (out->count == LG_PERIOD_MAX)
            return lg_fail(err, LG_USAGE, "%s: a list has at most %d items (it repeats over the blocks)", axis->key,
                           LG_PERIOD_MAX);
        if (!read_item(axis, strsep(&rest, ","), &out->items[out->count++], err)) return false;
    }
    return true;
}

bool lg_pattern_items_read(const lg_axis_row *axis, const char *value, lg_arena *arena, lg_pattern_items *out,
                           lg_error *err) {
    char *text = lg_arena_printf(arena, "%s", value);
    return text ? read_items(axis, text, out, err) : lg_fail(err, LG_FAILED, "out of memory: the config");
}

/* ---- writing ---- */

static void write_item(const lg_axis_row *axis, const lg_pattern_item *item, char *out, size_t size) {
    size_t n = (size_t)snprintf(out, size, "%s", item->entry->name);
    for (const lg_option *o = item->entry->options; o && o->name; o++) {
        const lg_item_setting *s = lg_item_setting_find(item, o);
        if (!s || n >= size) continue;
        const bool first = o == item->entry->options;
        n += (size_t)snprintf(out + n, size - n, ":%s%s%s", first ? "" : o->name + strlen(axis->key) + 1,
                              first ? "" : "=", s->value);
    }
}

enum { ITEM_TEXT = 640 };

static bool repeats(char texts[][ITEM_TEXT], int count, int period) {
    for (int i = period; i < count; i++)
        if (strcmp(texts[i], texts[i % period])) return false;
    return count % period == 0;
}

const char *lg_pattern_items_text(const lg_axis_row *axis, const lg_pattern_items *p, lg_arena *arena) {
    char(*texts)[ITEM_TEXT] = lg_arena_alloc(arena, (size_t)p->count * sizeof *texts);
    const char *all = texts ? "" : NULL;
    int period = 1;
    for (int i = 0; texts && i < p->count; i++) write_item(axis, &p->items[i], texts[i], sizeof *texts);
    while (texts && !repeats(texts, p->count, period)) period++;
    for (int i = 0; all && i < period; i++) all = lg_arena_printf(arena, "%s%s%s", all, i > 0 ? "," : "", texts[i]);
    return all;
}

/* ---- describing ---- */

typedef LG_CHOSEN(lg_entry) chosen;

/* The choices of an axis, one per item. */
typedef struct axis_choices {
    chosen at[LG_PERIOD_MAX];
    int count;
} axis_choices;

static void read_choice(const lg_values *v, const lg_pattern_item *item, chosen *out) {
    *out = (chosen){item->entry, {{0}}};
    for (const lg_option *o = item->entry->own_bytes > 0 ? item->entry->options : NULL; o && o->name; o++) {
        const lg_item_setting *set = lg_item_setting_find(item, o);
        if (set)
            lg_option_put_text(o, set->value, &out->own);
        else
            lg_values_read(v, (lg_option[]){*o, {0}}, &out->own);
    }
    if (item->entry->derive) item->entry->derive(&out->own);
}

static void read_choices(const lg_values *v, const char *key, axis_choices *out) {
    char text[LG_PERIOD_MAX * ITEM_TEXT];
    lg_pattern_items p;
    snprintf(text, sizeof text, "%s", lg_text(v, key));
    read_items(lg_axis_find(key), text, &p, NULL);
    for (out->count = 0; out->count < p.count; out->count++) read_choice(v, &p.items[out->count], &out->at[out->count]);
}

static int least_common_multiple(int a, int b) {
    int x = a, y = b;
    while (y != 0) {
        const int rest = x % y;
        x = y, y = rest;
    }
    return a / x * b;
}

static bool has_own_encoding(const lg_placing *p) {
    return p->encoding_key && strcmp(p->encoding_key, "encoding");
}

/* The choices of block i. If a stream has its own encoding, that encoding is used in all blocks. */
static lg_block_choice choice_of(const lg_model_description *d, const axis_choices all[4], int i) {
    lg_block_choice c;
    memset(&c, 0, sizeof c);
    for (int s = 0; s < 2; s++) {
        const lg_placing *p = &d->placings[d->placings[s].encoding_key ? s : LG_PLACING_OWN];
        const void *own = has_own_encoding(p) ? &p->encoding : NULL;
        memcpy(&c.encoding[s], own ? own : &all[0].at[i % all[0].count], sizeof(chosen));
    }
    memcpy(&c.mask, &all[1].at[i % all[1].count], sizeof(chosen));
    memcpy(&c.scale, &all[2].at[i % all[2].count], sizeof(chosen));
    memcpy(&c.attention_function, &all[3].at[i % all[3].count], sizeof(chosen));
    return c;
}

static void add_choice(lg_pattern *p, int block, const lg_block_choice *c) {
    int i = 0;
    while (i < p->count && memcmp(&p->choices[i], c, sizeof *c)) i++;
    if (i == p->count && i < LG_CHOICES_MAX) p->choices[p->count++] = *c;
    p->of[block] = (unsigned char)i;
}

void lg_describe_pattern(const lg_values *v, lg_model_description *out) {
    static const char *const axes[] = {"encoding", "mask", "scale", "attention"};
    axis_choices all[4];
    int period = 1;
    memset(all, 0, sizeof all);
    memset(&out->pattern, 0, sizeof out->pattern);
    for (int i = 0; i < 4; i++) {
        read_choices(v, axes[i], &all[i]);
        period = least_common_multiple(period, all[i].count);
        if (all[i].count > out->pattern.longest)
            out->pattern.longest = all[i].count, out->pattern.longest_axis = axes[i];
    }
    out->pattern.unread = all[0].count > 1 && has_own_encoding(&out->placings[LG_PLACING_OWN]) &&
                          has_own_encoding(&out->placings[LG_PLACING_SOURCES]);
    out->pattern.period = period < LG_BLOCKS_MAX ? period : LG_BLOCKS_MAX;
    for (int i = 0; i < out->pattern.period; i++) {
        const lg_block_choice c = choice_of(out, all, i);
        add_choice(&out->pattern, i, &c);
    }
    lg_describe_first(out);
}
