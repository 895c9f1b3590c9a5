/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MAIL_LETTER_STYLE_H
#define SERVICE_MAIL_LETTER_STYLE_H

/* The look of mails: the web page's colors (service/web/src/styles/base.css), light inline and dark by a
 * rule for programs that support it. Classes: g page background, s sheet, i ink, q quiet ink, l line, b
 * main button, a link, c chosen row, p padding of the sheet. */

#define LETTER_FONT                                                                                \
    "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',Helvetica,Arial,sans-serif;"
#define LETTER_INK   "color:#23221f;"
#define LETTER_QUIET "color:#5a554b;"

/* A format; argument: the language tag. */
#define LETTER_HEAD                                                                                \
    "<!DOCTYPE html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">\n"                          \
    "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"                    \
    "<meta name=\"color-scheme\" content=\"light dark\">\n"                                        \
    "<meta name=\"supported-color-schemes\" content=\"light dark\">\n"                             \
    "<title>Hexpost</title>\n<style>\n"                                                            \
    ":root{color-scheme:light dark;supported-color-schemes:light dark}\n"                          \
    "@media (max-width:620px){.p{padding-left:20px!important;padding-right:20px!important}}\n"     \
    "@media (prefers-color-scheme:dark){.g{background-color:#1c1f24!important}\n"                  \
    ".s{background-color:#262a31!important;border-color:#474e5a!important}\n"                      \
    ".i{color:#eeebe4!important}.q{color:#b9b4a8!important}.l{border-color:#474e5a!important}\n"   \
    ".b{background-color:#8cc7e6!important}.bt{color:#10202a!important}\n"                         \
    ".a{color:#8cc7e6!important}.n{border-color:#8cc7e6!important}\n"                              \
    ".k{background-color:#323843!important}}\n</style></head>\n"

#define LETTER_PREHEADER                                                                           \
    "<body class=\"g\" style=\"margin:0;padding:0;background-color:#f4efe4\">\n"                   \
    "<div style=\"display:none;max-height:0;overflow:hidden;font-size:1px;color:#f4efe4\">"

/* Follows the preheader and pads it, so that mailboxes show no further text of the mail. */
#define LETTER_OPEN                                                                                \
    " &#847; &#847; &#847; &#847; &#847; &#847; &#847; &#847; &#847; &#847; &#847; &#847; &#847; " \
    "&#847; &#847; &#847; &#847; &#847; &#847; &#847; &#847; &#847; &#847; &#847;</div>\n"         \
    "<table role=\"presentation\" class=\"g\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" " \
    "border=\"0\" bgcolor=\"#f4efe4\" style=\"background-color:#f4efe4\">"                         \
    "<tr><td align=\"center\" style=\"padding:20px 10px\">\n"                                      \
    "<!--[if mso]><table role=\"presentation\" width=\"600\"><tr><td><![endif]-->\n"               \
    "<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" "             \
    "border=\"0\" style=\"max-width:600px\">\n"                                                    \
    "<tr><td class=\"i\" style=\"padding:0 4px 12px;" LETTER_FONT                                  \
    "font-size:18px;line-height:24px;font-weight:bold;letter-spacing:-0.3px;" LETTER_INK           \
    "text-align:left\"><span style=\"color:#c8872e\">&#11042;</span>&nbsp;Hexpost</td></tr>\n"     \
    "<tr><td>\n<table role=\"presentation\" class=\"s\" width=\"100%\" cellpadding=\"0\" "         \
    "cellspacing=\"0\" border=\"0\" bgcolor=\"#fffdf8\" style=\"background-color:#fffdf8;"         \
    "border:1px solid #ded5c1;border-radius:14px\">\n"                                             \
    "<tr><td style=\"font-size:0;line-height:0;height:26px\">&nbsp;</td></tr>\n"

#define LETTER_MIDDLE                                                                              \
    "<tr><td style=\"font-size:0;line-height:0;height:16px\">&nbsp;</td></tr>\n"                   \
    "</table>\n</td></tr>\n<tr><td class=\"q\" style=\"padding:18px 12px "                         \
    "8px;text-align:center;" LETTER_FONT "font-size:13px;line-height:19px;" LETTER_QUIET "\">\n"

#define LETTER_CLOSE                                                                               \
    "</td></tr>\n</table>\n<!--[if mso]></td></tr></table><![endif]-->\n"                          \
    "</td></tr></table>\n</body></html>\n"

/* ---- rows of the sheet ---- */

#define LETTER_ROW     "<tr><td class=\"p\" style=\"padding:0 32px;text-align:left\">"
#define LETTER_ROW_END "</td></tr>\n"

#define LETTER_KICKER                                                                              \
    "</td></tr><tr><td class=\"p q\" style=\"padding:0 32px 4px;text-align:left;" LETTER_FONT      \
    "font-size:14px;line-height:20px;" LETTER_QUIET "\">"
#define LETTER_TITLE                                                                               \
    "<h1 class=\"i\" style=\"margin:0 0 8px;" LETTER_FONT                                          \
    "font-size:26px;line-height:32px;font-weight:bold;" LETTER_INK "\">"
#define LETTER_TITLE_END "</h1>"
#define LETTER_SUBTITLE                                                                            \
    "<h2 class=\"i\" style=\"margin:0 0 8px;" LETTER_FONT                                          \
    "font-size:20px;line-height:26px;font-weight:bold;" LETTER_INK "\">"
#define LETTER_HEADING                                                                             \
    "<h2 class=\"i\" style=\"margin:18px 0 10px;" LETTER_FONT                                      \
    "font-size:16px;line-height:22px;font-weight:bold;" LETTER_INK "\">"
#define LETTER_HEADING_END "</h2>"
#define LETTER_PARAGRAPH                                                                           \
    "<p class=\"i\" style=\"margin:0 0 14px;" LETTER_FONT                                          \
    "font-size:16px;line-height:24px;" LETTER_INK "\">"
#define LETTER_NOTE                                                                                \
    "<p class=\"q\" style=\"margin:0 0 14px;" LETTER_FONT                                          \
    "font-size:14px;line-height:20px;" LETTER_QUIET "\">"
#define LETTER_PARAGRAPH_END "</p>"
#define LETTER_QUOTE                                                                               \
    "<blockquote class=\"i n\" style=\"margin:0 0 16px;padding:2px 0 2px 14px;"                    \
    "border-left:3px solid #c8872e;" LETTER_FONT "font-size:16px;line-height:24px;" LETTER_INK     \
    "\">"
#define LETTER_QUOTE_END "</blockquote>"
#define LETTER_CODE                                                                                \
    "<p class=\"i k\" style=\"margin:0 0 16px;padding:12px 14px;background-color:#f1ead9;"         \
    "border-radius:8px;font-family:Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:15px;"    \
    "line-height:22px;word-break:break-all;" LETTER_INK "\">"
#define LETTER_CODE_END "</p>"
#define LETTER_RULE                                                                                \
    "<tr><td class=\"p\" style=\"padding:14px 32px 22px\"><table role=\"presentation\" "           \
    "width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td class=\"l\" "         \
    "style=\"border-top:1px solid #ded5c1;font-size:0;line-height:0\">&nbsp;</td></tr></table>"    \
    "</td></tr>\n"

/* ---- links ---- */

#define LETTER_BUTTON(classes, style)                                                              \
    "<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" "               \
    "style=\"margin:4px 0 18px\"><tr><td class=\"" classes "\" align=\"center\" style=\"" style    \
    "border-radius:10px\">"
#define LETTER_MAIN   LETTER_BUTTON("b", "background-color:#1d5f80;")
#define LETTER_SECOND LETTER_BUTTON("n", "border:2px solid #1d5f80;")
#define LETTER_MAIN_LINK                                                                           \
    " class=\"bt\" style=\"display:inline-block;padding:13px 26px;" LETTER_FONT                    \
    "font-size:17px;line-height:22px;font-weight:bold;color:#ffffff;text-decoration:none\">"
#define LETTER_SECOND_LINK                                                                         \
    " class=\"a\" style=\"display:inline-block;padding:9px 20px;" LETTER_FONT                      \
    "font-size:15px;line-height:20px;font-weight:bold;color:#1d5f80;text-decoration:none\">"
#define LETTER_BUTTON_END "</td></tr></table>"
#define LETTER_LINK       " class=\"a\" style=\"color:#1d5f80;text-decoration:underline\">"

#define LETTER_PICTURE "<tr><td class=\"p\" style=\"padding:4px 32px 14px;text-align:center\">"
#define LETTER_PICTURE_STYLE                                                                       \
    " width=\"534\" border=\"0\" style=\"display:block;width:100%;max-width:534px;height:auto;"    \
    "border-radius:10px;" LETTER_FONT "font-size:14px;line-height:20px;" LETTER_QUIET "\">"

/* ---- cards ---- */

/* A format; arguments: background, background, border, count. */
#define LETTER_CARD                                                                                \
    "<table role=\"presentation\" align=\"left\" cellpadding=\"0\" cellspacing=\"0\" "             \
    "border=\"0\" style=\"margin:0 8px 8px 0\"><tr><td align=\"center\" width=\"66\" "             \
    "bgcolor=\"%s\" style=\"background-color:%s;border:1px solid %s;border-radius:9px;"            \
    "padding:8px 4px 7px;" LETTER_FONT "color:#23221f\"><span style=\"font-size:22px;"             \
    "line-height:26px;font-weight:bold\">%u</span><br><span style=\"font-size:13px;"               \
    "line-height:16px\">"
#define LETTER_CARD_END "</span></td></tr></table>"

/* ---- moves and standings ---- */

#define LETTER_LIST_ROW                                                                            \
    "<tr><td class=\"p\" style=\"padding:0 32px\"><table role=\"presentation\" width=\"100%%\" "   \
    "cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr>"
#define LETTER_MOVE                                                                                \
    "<tr><td class=\"p\" style=\"padding:0 32px\"><table role=\"presentation\" width=\"100%\" "    \
    "cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td class=\"i l\" width=\"38%\" "        \
    "style=\"padding:9px 8px 9px 0;border-bottom:1px solid #ece5d6;" LETTER_FONT                   \
    "font-size:16px;line-height:22px;text-align:left;vertical-align:top;" LETTER_INK "\">"
#define LETTER_MOVE_LINK                                                                           \
    " class=\"a\" style=\"color:#1d5f80;font-weight:bold;text-decoration:none\">"
#define LETTER_SIGNS                                                                               \
    "</td><td class=\"i l\" style=\"padding:9px 0;border-bottom:1px solid #ece5d6;" LETTER_FONT    \
    "font-size:14px;line-height:24px;text-align:left;vertical-align:top;" LETTER_INK "\">"
/* A format; argument: the background. */
#define LETTER_SIGN                                                                                \
    "<span style=\"background-color:%s;color:#23221f;border-radius:5px;padding:2px 7px;"           \
    "white-space:nowrap\">"
#define LETTER_SIGN_END "</span> "
#define LETTER_GAP      "<tr><td style=\"font-size:0;line-height:0;height:12px\">&nbsp;</td></tr>\n"
#define LETTER_MOVE_END "</td></tr></table></td></tr>\n"

/* A format; arguments: background, background, border, rank, font weight of the name. */
#define LETTER_STANDING                                                                            \
    LETTER_LIST_ROW                                                                                \
    "<td width=\"16\" style=\"padding:0\"><table role=\"presentation\" cellpadding=\"0\" "         \
    "cellspacing=\"0\" border=\"0\"><tr><td width=\"14\" height=\"14\" bgcolor=\"%s\" "            \
    "style=\"background-color:%s;border:2px solid %s;border-radius:9px;font-size:0;"               \
    "line-height:0\">&nbsp;</td></tr></table></td>"                                                \
    "<td class=\"q l\" width=\"40\" style=\"padding:10px 0 10px 12px;"                             \
    "border-bottom:1px solid #ece5d6;" LETTER_FONT                                                 \
    "font-size:16px;line-height:22px;text-align:left;" LETTER_QUIET "\">%s</td>"                   \
    "<td class=\"i l\" style=\"padding:10px 8px 10px 0;border-bottom:1px solid "                   \
    "#ece5d6;" LETTER_FONT                                                                         \
    "font-size:16px;line-height:22px;text-align:left;font-weight:%s;" LETTER_INK "\">"
#define LETTER_STANDING_POINTS                                                                     \
    "</td><td class=\"i l\" style=\"padding:10px 0;border-bottom:1px solid #ece5d6;" LETTER_FONT   \
    "font-size:16px;line-height:22px;text-align:right;white-space:nowrap;" LETTER_INK "\">"

/* ---- footer ---- */

#define LETTER_FOOT      "<p style=\"margin:0 0 8px\">"
#define LETTER_FOOT_LINK " class=\"q\" style=\"color:#5a554b;text-decoration:underline\">"

#endif
