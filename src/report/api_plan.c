/* api_plan.c: implements lg_sweep_plan: the names of reports in a sweep file are checked before anything is planned. */
#include "report/published.h"
#include "sweep/sweep.h"

static const char *report_name(size_t i) {
    return i < lg_report_count() ? lg_report_at(i).name : NULL;
}

lg_status lg_sweep_plan_watched(lg_context *c, const char *file, const char *dir, bool write, lg_plan_fn each,
                                void *user, lg_sweep **out) {
    const lg_grid_names names = {report_name, lg_study_name, {each, user}};
    return lg_sweep_plan_with(c, file, dir, write, &names, out);
}

lg_status lg_sweep_plan(lg_context *c, const char *file, const char *dir, bool write, lg_sweep **out) {
    return lg_sweep_plan_watched(c, file, dir, write, NULL, NULL, out);
}
