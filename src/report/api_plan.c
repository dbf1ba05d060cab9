/* api_plan.c: implements lg_sweep_plan (api/sweep.h). Gives the planner the functions that check names of reports. A
 * sweep file that names an unknown report then fails before anything is planned. */
#include "api/sweep.h"
#include "report/format/write.h"
#include "sweep/sweep.h"

lg_status lg_sweep_plan_watched(lg_context *c, const char *file, const char *dir, bool write, lg_plan_fn each,
                                void *user, lg_sweep **out) {
    const lg_grid_names names = {lg_report_name, lg_study_name, {each, user}};
    return lg_sweep_plan_with(c, file, dir, write, &names, out);
}

lg_status lg_sweep_plan(lg_context *c, const char *file, const char *dir, bool write, lg_sweep **out) {
    return lg_sweep_plan_watched(c, file, dir, write, NULL, NULL, out);
}
