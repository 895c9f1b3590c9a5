-- SPDX-License-Identifier: AGPL-3.0-or-later
-- works with: 25
-- SQLite's file gets checksums of pages; PostgreSQL has its own.

SELECT 1;
