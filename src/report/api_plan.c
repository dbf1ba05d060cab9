/* api_plan.c: implements lg_sweep_plan: the names of reports in a sweep file are looked at before anything is planned. */
#include "report/published.h"
#include "sweep/sweep.h"

static const char *report_name(size_t i) {
    return i < lg_report_count() ? lg_report_at(i).name : NULL;
}

lg_status lg_sweep_plan(lg_context *c, const char *file, const char *dir, bool write, lg_sweep **out) {
    static const lg_grid_names names = {.report = report_name, .study = lg_study_name};
    return lg_sweep_plan_with(c, file, dir, write, &names, out);
}
