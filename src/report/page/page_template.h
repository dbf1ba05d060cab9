/* page_template.h: the HTML templates of pages, embedded in the library at build time. */
#ifndef LG_REPORT_PAGE_PAGE_TEMPLATE_H
#define LG_REPORT_PAGE_PAGE_TEMPLATE_H

#include <stddef.h>

/* Marks in the templates. The page's data replaces the first mark, including its quotation marks. The title replaces
 * the second mark, in the page without a script. */
#define LG_PAGE_DATA_MARK  "\"lengthen.page data\""
#define LG_PAGE_TITLE_MARK "lengthen.page title"

const char *lg_page_template(void);        /* template of the page with a script; NULL: built without Node.js */
const char *lg_page_static_template(void); /* template of the page without a script */

#endif
