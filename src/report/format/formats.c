/* formats.c: the file formats of tables. */
#include "report/format/table.h"

const lg_table_format lg_table_formats[] = {
    {"md", lg_table_write_markdown},
    {"tex", lg_table_write_latex},
    {"csv", lg_table_write_csv},
    {"json", lg_table_write_json},
    {NULL, NULL},
};
