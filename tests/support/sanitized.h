/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Whether this is a sanitizer build, whose extra time and memory must not count against our limits. */
#ifndef TESTS_SUPPORT_SANITIZED_H
#define TESTS_SUPPORT_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

#endif
