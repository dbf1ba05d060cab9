/* page_template.h: the HTML that pages are made from, in the library since it was built. */
#ifndef LG_REPORT_PAGE_PAGE_TEMPLATE_H
#define LG_REPORT_PAGE_PAGE_TEMPLATE_H

#include <stddef.h>

/* The page's own part takes the place of "lengthen.page data", quotation marks included. */
#define LG_PAGE_DATA_MARK "\"lengthen.page data\""
#define LG_CANVAS_TITLE   "lengthen.page title" /* and the title here, in the page without a script */

const char *lg_page_template(void);        /* of the page with a script; NULL where there was no Node.js to make it */
const char *lg_page_static_template(void); /* of the page without */

#endif
