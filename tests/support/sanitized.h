/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Whether the program is built with a sanitizer, whose own time and memory no limit of ours is meant for. */
#ifndef TESTS_SUPPORT_SANITIZED_H
#define TESTS_SUPPORT_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

#endif
