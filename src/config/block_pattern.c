/* block_pattern.c: see block_pattern.h. */
#include "config/block_pattern.h"

#include <stdio.h>
#include <string.h>

static const char *const axes[] = {"encoding", "mask", "scale", "attention", NULL};

bool lg_axis_has_patterns(const lg_axis_row *axis) {
    for (int i = 0; axes[i]; i++)
        if (!strcmp(axes[i], axis->key)) return true;
    return false;
}

bool lg_is_pattern(const char *value) {
    return value[strcspn(value, ",:")] != '\0';
}

/* ---- reading ---- */

/* The option of an entry by its name, with or without that of the axis before it; NULL: there is none. */
static const lg_option *find_option(const lg_axis_row *axis, const lg_entry *e, const char *name) {
    const size_t n = strlen(axis->key);
    for (const lg_option *o = e->options; o && o->name; o++)
        if (!strcmp(o->name, name) || (!strncmp(o->name, axis->key, n) && !strcmp(o->name + n + 1, name))) return o;
    return NULL;
}

/* "width, form" */
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

/* "512", or "base=500000", in place. */
static bool read_setting(const lg_axis_row *axis, char *text, lg_pattern_item *item, lg_error *err) {
    char *value = strchr(text, '=');
    lg_item_setting *s = &item->settings[item->setting_count];
    if (item->setting_count == LG_ITEM_SETTINGS)
        return lg_fail(err, LG_USAGE, "%s: %s has more than %d settings", axis->key, item->entry->name,
                       LG_ITEM_SETTINGS);
    if (value) *value++ = '\0';
    s->option = value ? find_option(axis, item->entry, text) : item->entry->options;
    s->value = value ? value : text;
    if (!s->option || !s->option->name) return fail_option(axis, item->entry, text, err);
    if (s->option->type == LG_TEXT || s->option->type == LG_LENGTHS)
        return lg_fail(err, LG_USAGE, "%s: %s is the same in all blocks (use --%s)", axis->key, s->option->name,
                       s->option->name);
    item->setting_count++;
    return lg_option_check(s->option, s->value, err);
}

static bool fail_name(const lg_axis_row *axis, const char *name, lg_error *err) {
    const char *names[64];
    size_t count = 0;
    for (; count < 64 && axis->entries[count]; count++) names[count] = axis->entries[count]->name;
    const char *near = lg_nearest(name, names, count);
    if (near) return lg_fail(err, LG_USAGE, "there is no %s '%.40s'; did you mean '%s'?", axis->key, name, near);
    return lg_fail(err, LG_USAGE, "there is no %s '%.40s'%s", axis->key, name,
                   *name == '\0' ? " (expected names with commas between them)" : "");
}

static char *trim(char *text) {
    text += strspn(text, " ");
    for (size_t n = strlen(text); n > 0 && text[n - 1] == ' '; n--) text[n - 1] = '\0';
    return text;
}

/* A first name, or a second one, which may mean settings of the entry as well. */
static bool read_name(const lg_axis_row *axis, const char *name, lg_pattern_item *item, lg_error *err) {
    const lg_second_name_row *second = lg_second_name_find(axis->key, name);
    item->entry = lg_entry_find(axis->entries, lg_axis_first_name(axis->key, name));
    if (!item->entry) return fail_name(axis, name, err);
    for (const lg_entry_default *d = second ? second->means + 1 : NULL; d && d->key; d++) {
        const lg_option *o = find_option(axis, item->entry, d->key);
        if (!o)
            return lg_fail(err, LG_USAGE,
                           "%s: %s means %s: %s as well, which is the same in all blocks (use %s, and --%s %s)",
                           axis->key, name, d->key, d->value, item->entry->name, d->key, d->value);
        item->settings[item->setting_count++] = (lg_item_setting){o, d->value};
    }
    return true;
}

/* "window:512", in place. */
static bool read_item(const lg_axis_row *axis, char *text, lg_pattern_item *item, lg_error *err) {
    char *rest = text;
    if (!read_name(axis, trim(strsep(&rest, ":")), item, err)) return false;
    while (rest)
        if (!read_setting(axis, trim(strsep(&rest, ":")), item, err)) return false;
    return true;
}

/* In place. */
static bool read_items(const lg_axis_row *axis, char *rest, lg_pattern_items *out, lg_error *err) {
    memset(out, 0, sizeof *out);
    while (rest) {
        if (out->count == LG_PERIOD_MAX)
            return lg_fail(err, LG_USAGE, "%s: a pattern has at most %d blocks", axis->key, LG_PERIOD_MAX);
        if (!read_item(axis, strsep(&rest, ","), &out->items[out->count++], err)) return false;
    }
    return true;
}

bool lg_pattern_items_read(const lg_axis_row *axis, const char *value, lg_arena *arena, lg_pattern_items *out,
                           lg_error *err) {
    char *text = lg_arena_printf(arena, "%s", value);
    return text ? read_items(axis, text, out, err) : lg_fail(err, LG_FAILED, "out of memory: the config");
}

/* ---- options in force ---- */

bool lg_pattern_add_options(lg_values *v, const lg_axis_row *axis, lg_error *err) {
    lg_arena *arena = lg_arena_new();
    lg_pattern_items p = {.count = 0};
    bool good = arena && lg_pattern_items_read(axis, lg_text(v, axis->key), arena, &p, err);
    for (int i = 0; good && i < p.count; i++) good = lg_values_add(v, p.items[i].entry->options);
    lg_arena_free(arena);
    return good || lg_fail(err, LG_FAILED, "out of memory: the config");
}

/* ---- one text of those that mean the same ---- */

/* The setting of an option; NULL: the item has none. */
static lg_item_setting *find_setting(lg_pattern_item *item, const lg_option *o) {
    lg_item_setting *found = NULL;
    for (int i = 0; i < item->setting_count; i++)
        if (item->settings[i].option == o) found = &item->settings[i];
    return found;
}

static void drop_setting(lg_pattern_item *item, const lg_option *o) {
    int kept = 0;
    for (int i = 0; i < item->setting_count; i++)
        if (item->settings[i].option != o) item->settings[kept++] = item->settings[i];
    item->setting_count = kept;
}

/* The text of a value as values have it; NULL: no memory. */
static const char *canonical(const lg_option *o, const char *value, lg_arena *arena) {
    lg_option_value x;
    if (!lg_option_parse(o, value, &x, NULL)) return NULL;
    const char *text = lg_arena_printf(arena, "%s", x.text);
    lg_option_value_free(&x);
    return text;
}

static bool make_canonical(lg_pattern_items *p, lg_arena *arena) {
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < p->items[i].setting_count; k++) {
            lg_item_setting *s = &p->items[i].settings[k];
            if (!(s->value = canonical(s->option, s->value, arena))) return false;
        }
    return true;
}

/* Has an item that does not set the option itself the value of its key? */
static bool reads_key(lg_pattern_items *p, const lg_option *o) {
    for (int i = 0; i < p->count; i++)
        for (const lg_option *own = p->items[i].entry->options; own && own->name; own++)
            if (!strcmp(own->name, o->name) && !find_setting(&p->items[i], own)) return true;
    return false;
}

/* Where items set an option alike, and no item has the value of its key: does the key take it? */
static bool settle_option(lg_values *v, lg_pattern_items *p, const lg_option *o, const char *value, bool is_set,
                          lg_error *err) {
    bool alike = !reads_key(p, o);
    for (int i = 0; i < p->count; i++) {
        const lg_item_setting *s = find_setting(&p->items[i], o);
        if (s) alike &= !strcmp(s->value, value);
    }
    const char *set = lg_values_text(v, o->name);
    if (!reads_key(p, o) && is_set && strcmp(set, o->fallback) && (!alike || strcmp(value, set)))
        return lg_fail(err, LG_USAGE, "%s: %s has no effect: each choice of the pattern has its own", o->name, set);
    if (alike && !is_set && !lg_values_set(v, o->name, value, err)) return false;
    const char *key = lg_values_text(v, o->name);
    for (int i = 0; i < p->count; i++) {
        const lg_item_setting *s = find_setting(&p->items[i], o);
        if (s && !strcmp(s->value, key)) drop_setting(&p->items[i], o);
    }
    return true;
}

static bool settle_options(lg_values *v, lg_pattern_items *p, bool (*is_set)(const void *user, const char *key),
                           const void *user, lg_error *err) {
    for (int i = 0; i < p->count; i++)
        for (int k = p->items[i].setting_count - 1; k >= 0; k--) {
            const lg_item_setting s = p->items[i].settings[k];
            if (!settle_option(v, p, s.option, s.value, is_set(user, s.option->name), err)) return false;
        }
    return true;
}

static void write_item(const lg_axis_row *axis, const lg_pattern_item *item, char *out, size_t size) {
    size_t n = (size_t)snprintf(out, size, "%s", item->entry->name);
    for (const lg_option *o = item->entry->options; o && o->name; o++) {
        const lg_item_setting *s = find_setting((lg_pattern_item *)item, o);
        if (!s || n >= size) continue;
        const bool first = o == item->entry->options;
        n += (size_t)snprintf(out + n, size - n, ":%s%s%s", first ? "" : o->name + strlen(axis->key) + 1,
                              first ? "" : "=", s->value);
    }
}

enum { ITEM_TEXT = 200 };

static bool repeats(char texts[][ITEM_TEXT], int count, int period) {
    for (int i = period; i < count; i++)
        if (strcmp(texts[i], texts[i % period])) return false;
    return count % period == 0;
}

static bool write_items(lg_values *v, const lg_axis_row *axis, const lg_pattern_items *p, lg_arena *arena,
                        lg_error *err) {
    char(*texts)[ITEM_TEXT] = lg_arena_alloc(arena, (size_t)p->count * sizeof *texts);
    const char *all = "";
    int period = 1;
    for (int i = 0; texts && i < p->count; i++) write_item(axis, &p->items[i], texts[i], sizeof *texts);
    while (texts && !repeats(texts, p->count, period)) period++;
    for (int i = 0; texts && all && i < period; i++)
        all = lg_arena_printf(arena, "%s%s%s", all, i > 0 ? "," : "", texts[i]);
    return texts && all ? lg_values_set(v, axis->key, all, err)
                        : lg_fail(err, LG_FAILED, "out of memory: the config");
}

static bool settle_axis(lg_values *v, const lg_axis_row *axis, bool (*is_set)(const void *user, const char *key),
                        const void *user, lg_arena *arena, lg_error *err) {
    lg_pattern_items p;
    if (!lg_is_pattern(lg_text(v, axis->key))) return true;
    if (!lg_pattern_items_read(axis, lg_text(v, axis->key), arena, &p, err)) return false;
    if (!make_canonical(&p, arena)) return lg_fail(err, LG_FAILED, "out of memory: the config");
    return settle_options(v, &p, is_set, user, err) && write_items(v, axis, &p, arena, err);
}

bool lg_patterns_settle(lg_values *v, bool (*is_set)(const void *user, const char *key), const void *user,
                        lg_error *err) {
    lg_arena *arena = lg_arena_new();
    bool good = arena || lg_fail(err, LG_FAILED, "out of memory: the config");
    for (int i = 0; good && axes[i]; i++) good = settle_axis(v, lg_axis_find(axes[i]), is_set, user, arena, err);
    lg_arena_free(arena);
    return good;
}

/* ---- describing ---- */

typedef LG_CHOSEN(lg_entry) chosen;

/* The choices of an axis, one for each item. */
typedef struct axis_choices {
    chosen at[LG_PERIOD_MAX];
    int count;
} axis_choices;

static void read_choice(const lg_values *v, const lg_pattern_item *item, chosen *out) {
    *out = (chosen){item->entry, lg_own_read(item->entry, v)};
    for (int i = 0; i < item->setting_count; i++)
        lg_option_put_text(item->settings[i].option, item->settings[i].value, &out->own);
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

/* Block i of the model. A stream with a choice of its own has it in all blocks. */
static lg_block_choice choice_of(const lg_model_description *d, const axis_choices all[4], int i) {
    lg_block_choice c;
    memset(&c, 0, sizeof c);
    for (int s = 0; s < 2; s++) {
        const lg_placing *p = &d->placings[d->placings[s].encoding_key ? s : LG_PLACING_OWN];
        const bool own = strcmp(p->encoding_key, "encoding");
        memcpy(&c.encoding[s], own ? (const void *)&p->encoding : &all[0].at[i % all[0].count], sizeof(chosen));
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
    out->pattern.period = period < LG_PERIOD_MAX ? period : LG_PERIOD_MAX;
    for (int i = 0; i < out->pattern.period; i++) {
        const lg_block_choice c = choice_of(out, all, i);
        add_choice(&out->pattern, i, &c);
    }
    const lg_block_choice *first = &out->pattern.choices[0];
    for (int s = 0; s < 2; s++)
        if (out->placings[s].encoding_key) out->placings[s].encoding = first->encoding[s];
    out->mask = first->mask;
    out->scale = first->scale;
    out->attention_function = first->attention_function;
}
