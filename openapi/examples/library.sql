-- SPDX-License-Identifier: AGPL-3.0-or-later
--
-- Questions to the library of games in SQL, for DuckDB. It reads two files:
--
--   sh questions.sh table >games.csv
--   curl -s --compressed "$HEXPOST_URL/v1/records?limit=500" >records.ndjson
--   duckdb <library.sql

-- How often each seat won, by the number of players.
SELECT players, winner AS seat, count(*) AS won,
       round(100.0 * count(*) / sum(count(*)) OVER (PARTITION BY players), 1) AS percent
FROM read_csv('games.csv', header = true, all_varchar = true)
WHERE winner IS NOT NULL
GROUP BY players, winner
ORDER BY players, winner;

-- What happened in these games, the most frequent first.
SELECT event ->> 'type' AS type, count(*) AS times
FROM (SELECT unnest(events) AS event
      FROM read_json('records.ndjson', format = 'newline_delimited', columns = {events: 'JSON[]'}))
GROUP BY type
ORDER BY times DESC, type;
