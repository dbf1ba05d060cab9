/* pairwise.h: visits combinations of choices (combinations.h) in one of three ways:
 *
 * - by default a pairwise covering array: each pair of compatible values of two factors is in at least one row. It is
 *   built greedily: a row begins with the first uncovered pair, and takes from each group the state that covers most
 *   new pairs.
 * - with COMBINATIONS=product in the environment, the product of all axes and of the options of their entries. The axes
 *   in in_pairs_alone, their options, and the options of all runs have only one value in this product;
 * - with SETTINGS='encoding=fire mask=window ...' in the environment, a single combination: these settings and the
 *   fixed settings. */
#ifndef TEST_PAIRWISE_H
#define TEST_PAIRWISE_H

#include "combinations.h"
#include "product.h"

/* Exempts a function from sanitizers. They should check the code under test; if they checked the search for rows, it
 * would take most of the time. */
#ifdef __clang__
#define WITHOUT_SANITIZERS __attribute__((no_sanitize("address", "undefined", "thread", "coverage")))
#else
#define WITHOUT_SANITIZERS __attribute__((no_sanitize("address", "undefined", "thread")))
#endif

/* Pairs of values of two factors: `allowed` for compatible values, `open` for pairs that no row covers yet. */
typedef struct pairs {
    bool allowed[VALUES][VALUES], open[VALUES][VALUES];
    size_t rows; /* number so far */
} pairs;

/* The factors of a group. */
typedef struct members {
    int factor[FACTORS], count;
} members;

static inline members members_of(const space *s, int group) {
    members m = {.count = 0};
    for (int f = 0; f < s->count; f++)
        if (s->factors[f].group == group) m.factor[m.count++] = f;
    return m;
}

static inline void allow_pair(pairs *p, int a, int b) {
    p->allowed[a][b] = p->allowed[b][a] = p->open[a][b] = p->open[b][a] = true;
}

/* Allows the pairs of values within one state, and records which values its group has. */
static inline void allow_within(const row *state, const members *m, bool *present, pairs *p) {
    for (int i = 0; i < m->count; i++) {
        const int a = state->value[m->factor[i]];
        if (a < 0) continue;
        present[a] = true;
        for (int j = 0; j < i; j++)
            if (state->value[m->factor[j]] >= 0) allow_pair(p, a, state->value[m->factor[j]]);
    }
}

/* Finds all compatible pairs. Values of two different groups are always compatible. */
static inline void find_pairs(const space *s, pairs *p) {
    bool present[VALUES] = {false};
    *p = (pairs){0};
    for (int g = 0; g < s->count; g++) {
        const members m = members_of(s, g);
        for (size_t i = 0; i < s->states[g].count; i++) allow_within(&s->states[g].row[i], &m, present, p);
    }
    for (int a = 0; a < s->values; a++)
        for (int b = 0; b < s->values; b++)
            if (present[a] && present[b] && s->factors[s->factor_of[a]].group != s->factors[s->factor_of[b]].group)
                allow_pair(p, a, b);
}

/* ---- one row ---- */

/* For each value of a group, counts the open pairs that it would cover together with the row so far. */
WITHOUT_SANITIZERS static inline void find_gains(const space *s, const pairs *p, const members *m, const row *so_far,
                                                 int *gains) {
    for (int i = 0; i < m->count; i++) {
        const factor *x = &s->factors[m->factor[i]];
        for (int a = x->first; a < x->first + x->count; a++) {
            gains[a] = 0;
            for (int f = 0; f < s->count; f++)
                if (so_far->value[f] >= 0) gains[a] += p->open[a][so_far->value[f]];
        }
    }
}

/* Counts the open pairs that a state would cover, including pairs of its own values; -1 if they cannot be more than
 * `most`. */
WITHOUT_SANITIZERS static inline int gain_of(const pairs *p, const members *m, const row *state, const int *gains,
                                             int most) {
    int gain = 0, count = 0, values[FACTORS];
    for (int i = 0; i < m->count; i++) {
        const int a = state->value[m->factor[i]];
        if (a >= 0) gain += gains[a], values[count++] = a;
    }
    if (gain + count * (count - 1) / 2 <= most) return -1;
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) gain += p->open[values[i]][values[j]];
    return gain;
}

WITHOUT_SANITIZERS static inline bool has_value(const space *s, const row *r, int value) {
    return value < 0 || r->value[s->factor_of[value]] == value;
}

/* Puts the best state of a group that has the values a and b (-1: any) into the row. Among ties the first state wins;
 * the search starts at another state for each row, so that no value is in too many rows. */
WITHOUT_SANITIZERS static inline void choose_state(const space *s, const pairs *p, int group, int a, int b, row *r) {
    const row_list *states = &s->states[group];
    const members m = members_of(s, group);
    const row *best = NULL;
    int most = -1, gains[VALUES];
    row others = *r;
    for (int i = 0; i < m.count; i++) others.value[m.factor[i]] = -1;
    find_gains(s, p, &m, &others, gains);
    for (size_t i = 0; i < states->count; i++) {
        const row *state = &states->row[(i + p->rows) % states->count];
        if (!has_value(s, state, a) || !has_value(s, state, b)) continue;
        const int gain = gain_of(p, &m, state, gains, most);
        if (gain > most) most = gain, best = state;
    }
    if (!best) give_up("no state", s->name[a < 0 ? 0 : a]);
    for (int i = 0; i < m.count; i++) r->value[m.factor[i]] = best->value[m.factor[i]];
}

/* Makes a row with the pair (a, b). Chooses states first for the groups of a and b, then for all other groups twice, so
 * that early choices can adapt to later ones. */
static inline row make_row(const space *s, const pairs *p, int a, int b) {
    row r;
    const int g = s->factors[s->factor_of[a]].group, h = s->factors[s->factor_of[b]].group;
    for (int f = 0; f < FACTORS; f++) r.value[f] = -1;
    choose_state(s, p, g, a, g == h ? b : -1, &r);
    if (h != g) choose_state(s, p, h, -1, b, &r);
    for (int pass = 0; pass < 2; pass++)
        for (int f = 0; f < s->count; f++)
            if (s->factors[f].group == f && f != g && f != h) choose_state(s, p, f, -1, -1, &r);
    return r;
}

static inline void close_pairs(const space *s, const row *r, pairs *p) {
    p->rows++;
    for (int e = 0; e < s->count; e++)
        for (int f = 0; f < s->count; f++) p->open[r->value[e]][r->value[f]] = false;
}

/* Adds rows until they cover all pairs of the space. */
static inline void cover_pairs(const space *s, row_list *all) {
    pairs p;
    find_pairs(s, &p);
    for (size_t i = 0; i < all->count; i++) close_pairs(s, &all->row[i], &p);
    for (int a = 0; a < s->values; a++)
        for (int b = 0; b < s->values; b++)
            if (p.open[a][b]) {
                const row r = make_row(s, &p, a, b);
                close_pairs(s, &r, &p);
                rows_add(all, &r);
            }
}

/* Builds the covering array. Rows without experimental entries come first, so that adding such an entry does not change
 * them. */
static inline row_list covering_array(const space *s) {
    row_list all = {0};
    space *established = space_copy(s);
    if (drop_all_experimental(established)) cover_pairs(established, &all);
    space_free(established);
    cover_pairs(s, &all);
    return all;
}

/* ---- visiting ---- */

/* For the product: options that all runs read, and axes in in_pairs_alone with their options, get their first allowed
 * value. */
static inline void fix_for_product(space *s) {
    for (int f = 0; f < s->count; f++)
        if (!s->factors[f].axis || is_in_pairs_alone(&s->factors[f]))
            keep_states(s, f, s->states[s->factors[f].group].row[0].value[f]);
}

/* Suites visit all rows of the array. Under AddressSanitizer, which takes eight times as long and finds errors without
 * comparing models, they visit only every third row. Which third depends on the fixed settings. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ROW_STEP 3
#endif
#endif
#ifndef ROW_STEP
#define ROW_STEP 1
#endif

static inline size_t first_row(const char *fixed) {
    return strlen(fixed) % ROW_STEP;
}

/* The number of combinations that are visited. */
static inline long visits_of(const char *fixed, long combinations) {
    return is_product() ? combinations : (combinations - (long)first_row(fixed) + ROW_STEP - 1) / ROW_STEP;
}

typedef void (*settings_visit)(const char *settings);

static inline void visit_row(const space *s, const row *r, settings_visit visit) {
    char settings[SETTINGS];
    write_settings(s, r, settings);
    visit(settings);
}

/* Visits all combinations of states of the groups with numbers from g on. Returns their number. */
static inline long walk_product(const space *s, int g, row *r, settings_visit visit) {
    long visited = 0;
    while (g < s->count && s->factors[g].group != g) g++;
    if (g == s->count) {
        visit_row(s, r, visit);
        return 1;
    }
    for (size_t i = 0; i < s->states[g].count; i++) {
        for (int f = 0; f < s->count; f++)
            if (s->factors[f].group == g) r->value[f] = s->states[g].row[i].value[f];
        visited += walk_product(s, g + 1, r, visit);
    }
    return visited;
}

static inline void visit_choices(const char *const *choices, size_t count, const char *fixed, settings_visit visit) {
    for (size_t i = 0; i < count; i++) {
        char settings[400];
        snprintf(settings, sizeof settings, "%s %s", choices[i], fixed);
        visit(settings);
    }
}

/* Visits models with entries that the array skips although no other entry is equivalent, together with the fixed
 * settings. */
static inline void each_left_out(const char *fixed, settings_visit visit) {
    static const char *const choices[] = {"encoding=xpos encoding.scale_base=64",
                                          "encoding=cope encoding.max_position=3",
                                          "encoding=fox",
                                          "encoding=fox scale=log_n mask=window mask.form=causal mask.width=5",
                                          "encoding=hard_alibi encoding.local_heads=3 model.heads=4",
                                          "encoding=rope mask=causal encoding.clip=3 encoding.compress=2",
                                          "encoding=relative mask=causal head=adaptive head.cutoffs=1 head.divisor=2",
                                          "encoding=sinusoid mask=causal initialisation=t_fixup "
                                          "initialisation.scale_positions=true",
                                          "encoding=none mask=causal model.order=lf convolution.taps=5,3",
                                          "encoding=none mask=causal model.order=df convolution.taps=6 "
                                          "convolution.renorm_padding=true convolution.bias=true",
                                          "mask=causal model.order=sldf convolution.taps=3 convolution.gate=false "
                                          "convolution.renorm_padding=true convolution.heads=2 block=pre_norm "
                                          "block.attention_norm=true",
                                          "mask=causal model.order=se experts.count=3 experts.z_loss=0.01",
                                          "encoding=rope mask=causal model.order=sef experts.count=3 mixer=geglu "
                                          "block=pre_norm",
                                          "mask=causal model.order=sb experts.count=3 experts.sublayers=2 "
                                          "block=pre_norm",
                                          "encoding=relative mask=causal model.order=a persistent.pairs=5",
                                          "encoding=rope mask=lambda mask.width=5 mask.sinks=2 scale=log_n "
                                          "model.order=sfaf persistent.pairs=17 persistent.dropout=0.3",
                                          "encoding=rope mask=causal projection=primer projection.shared=true"};
    visit_choices(choices, sizeof choices / sizeof *choices, fixed, visit);
}

/* Visits models with gated maps along tokens (gMLP) in place of attention. Networks that decode token by token cannot
 * have such maps. */
static inline void each_with_gating(const char *fixed, settings_visit visit) {
    static const char *const choices[] = {
        "encoding=none model.order=gf gating.length=40",
        "encoding=none model.order=gb gating.length=40 gating.chunks=4 experts.count=3 block=pre_norm",
        "encoding=relative model.order=gfsf gating.length=40 gating.width=12 gating.chunks=3 residual=b2t mixer=geglu"};
    visit_choices(choices, sizeof choices / sizeof *choices, fixed, visit);
}

/* Visits encoders with memory tokens. */
static inline void each_with_memory_tokens(const char *fixed, settings_visit visit) {
    static const char *const choices[] = {
        "encoding=shaw encoding.clip=3 architecture.memory_tokens=3 mask=window mask.width=5",
        ("encoding=tupe architecture.memory_tokens=3 architecture.memory_form=controller scale=log_n block=pre_norm "
         "block.head_scale=heads"),
        "encoding=relative architecture.memory_tokens=2 model.order=fsf block=dual_norm",
        "encoding=sinusoid architecture.memory_tokens=2 architecture.memory_form=bottleneck model.share=all"};
    visit_choices(choices, sizeof choices / sizeof *choices, fixed, visit);
}

/* Visits models that predict targets at their source tokens. */
static inline void each_in_place(const char *fixed, settings_visit visit) {
    static const char *const choices[] = {
        "model.decode=in_place data=bucket_sort encoding=relative head=tied",
        "model.decode=in_place data=reverse_string encoding=rope mask=causal block=pre_norm",
        "model.decode=in_place data=reverse_string encoding=t5 mask=window mask.width=5 scale=log_n",
        "model.decode=in_place data=bucket_sort encoding=learned architecture.memory_tokens=2 model.order=fsf"};
    visit_choices(choices, sizeof choices / sizeof *choices, fixed, visit);
}

/* Visits models with different positions in two streams, and models with an encoding in cross-attention. */
static inline void each_of_streams(const char *fixed, settings_visit visit) {
    static const char *const choices[] = {
        "architecture=encoder_decoder encoder.encoding=sinusoid decoder.encoding=rope decoder.encoding.base=100",
        "architecture=encoder_decoder encoding=none cross.encoding=t5 cross.encoding.buckets=8 "
        "cross.encoding.max_distance=12",
        "architecture=encoder_decoder encoding=t5 cross.encoding=rope block=pre_norm decoder.positions=randomized "
        "decoder.positions.L=210",
        "architecture=encoder_decoder encoding=relative cross.encoding=kerple encoder.positions=interpolated "
        "encoder.positions.factor=0.5",
        "architecture=encoder_decoder encoder.encoding=alibi decoder.encoding=xpos decoder.encoding.scale_base=64 "
        "cross.encoding=alibi positions=shifted positions.shift=9",
        "architecture=encoder_decoder encoder.encoding=learned encoder.positions=randomized encoder.positions.L=210 "
        "decoder.encoding=none cross.encoding=sandwich cross.encoding.frequencies=3"};
    visit_choices(choices, sizeof choices / sizeof *choices, fixed, visit);
}

/* Visits causal models whose blocks differ. */
static inline void each_pattern(const char *fixed, settings_visit visit) {
    static const char *const choices[] = {
        "model.blocks=4 encoding=rope,rope,rope,none mask=window:5,window:5,window:5,causal",
        "model.blocks=4 encoding=rope,rope,rope,none mask=bca:2,bca:2,bca:2,causal",
        "model.blocks=4 encoding=none,none,none,rope mask=causal",
        "model.blocks=4 encoding=rope,rope,rope,none mask=chunk:3,chunk:3,chunk:3,causal scale=one,one,one,log_n",
        "model.blocks=3 encoding=hard_alibi:1,hard_alibi:2,rope mask=causal,chunk:4:form=causal,causal",
        "model.blocks=2 encoding=rope:base=100,rope:base=1000000 mask=causal",
        "model.blocks=3 encoding=t5,t5:buckets=8:max_distance=16,none mask=causal",
        "model.blocks=3 encoding=rope,alibi,t5 mask=causal,window:4:form=causal",
        "model.blocks=3 encoding=relative,none,relative mask=causal",
        "model.blocks=3 encoding=shaw:3,shaw:5,none mask=causal,causal,lambda",
        "model.blocks=2 encoding=kerple,fire mask=causal scale=log_n,one",
        "model.blocks=2 encoding=none,cope encoding.max_position=3 mask=causal",
        "model.blocks=2 encoding=xpos,none encoding.scale_base=64 mask=causal scale=inverse_sqrt,inverse_sqrt_2d",
        "model.blocks=2 encoding=none,rope attention=geometric,softmax mask=causal",
        "model.blocks=4 encoding=rope,none mask=causal,window:3:form=causal positions=randomized positions.L=210",
        "model.blocks=3 encoding=relative,alibi,rope mask=causal positions=randomized positions.L=210",
        "model.blocks=2 encoding=tupe:relative=true,none mask=causal encoding.rows=210",
        "model.blocks=3 encoding=rope:clip=3,rope,none mask=window:4:form=causal,causal",
        "model.blocks=2 encoding=rope,none mask=causal model.order=sfaf persistent.pairs=5",
        "model.blocks=4 encoding=rope,alibi mask=causal model.share=0,1,0,1",
        "model.blocks=2 encoding=sandwich:3,alibi mask=lambda,causal block=pre_norm norm=rms_norm",
        "model.blocks=2 encoding=rope,none mask=window:5:form=causal,causal block=dual_norm projection=primer"};
    visit_choices(choices, sizeof choices / sizeof *choices, fixed, visit);
}

/* Visits architectures with latents. */
static inline void each_perceiver(const char *fixed, settings_visit visit) {
    static const char *const choices[] = {
        "architecture=perceiver_io architecture.latents=3",
        "architecture=perceiver_io architecture.latents=5 architecture.repeats=2 encoding=learned positions=randomized "
        "positions.L=210 scale=log_n mixer=geglu",
        "architecture=perceiver_io architecture.query_residual=true encoding=none norm=rms_norm head=tied "
        "model.bias=false",
        "architecture=perceiver_io architecture.output=mean architecture.latents=5 data=parity_check encoding=learned "
        "positions=randomized positions.L=210",
        "architecture=perceiver_ar encoding=rope mixer=squared_relu",
        "architecture=perceiver_ar encoding=relative block=post_norm residual=b2t scale=log_n positions=randomized "
        "positions.L=210",
        "architecture=perceiver_ar encoding=t5 mask=window mask.form=causal mask.width=4 head=tied norm=rms_norm",
        "architecture=perceiver_ar encoding=none attention=geometric"};
    visit_choices(choices, sizeof choices / sizeof *choices, fixed, visit);
}

/* True if the rows cover every pair of compatible values. */
static inline bool have_all_pairs(const space *s, const row_list *all) {
    static pairs p;
    find_pairs(s, &p);
    for (size_t i = 0; i < all->count; i++) close_pairs(s, &all->row[i], &p);
    for (int a = 0; a < s->values; a++)
        for (int b = 0; b < s->values; b++)
            if (p.open[a][b]) return false;
    return all->count > 0;
}

/* Visits combinations that have the fixed settings (see space_part). Returns their number. */
static inline long each_combination(const char *fixed, settings_visit visit) {
    space *s = space_part(fixed);
    long count = 0;
    row r;
    if (getenv("SETTINGS")) {
        char settings[SETTINGS];
        snprintf(settings, sizeof settings, "%s %s", getenv("SETTINGS"), fixed);
        visit(settings);
        count = 1;
    } else if (is_product()) {
        fix_for_product(s);
        count = walk_product(s, 0, &r, visit);
    } else {
        row_list all = covering_array(s);
        if (!have_all_pairs(s, &all)) give_up("a pair is in no combination", fixed);
        for (size_t i = first_row(fixed); i < all.count; i += ROW_STEP) visit_row(s, &all.row[i], visit);
        count = (long)all.count;
        if (ROW_STEP > 1) printf("%ld of %ld combinations: %s\n", visits_of(fixed, count), count, fixed);
        free(all.row);
    }
    space_free(s);
    return count;
}

/* Calls each_combination in a test, and asserts that there is a combination. */
#define assert_each_combination(fixed, visit) assert_true(each_combination(fixed, visit) > 0)

#endif
