# SPDX-License-Identifier: AGPL-3.0-or-later
"""Figures from the table of games with pandas: how often each seat won, and how long games took.

It needs pandas (Debian: python3-pandas), and reads the table that questions.sh prints:

    sh questions.sh table | python3 frames.py
"""
import sys

import pandas


def main():
    games = pandas.read_csv(sys.stdin, parse_dates=['started_at', 'finished_at'])
    decided = games.dropna(subset=['winner']).astype({'winner': int})
    won = decided.groupby(['players', 'winner']).size().rename('won').reset_index()
    won['percent'] = (100 * won['won'] / won.groupby('players')['won'].transform('sum')).round(1)
    print(won.to_string(index=False))
    hours = (games['finished_at'] - games['started_at']).dt.total_seconds() / 3600
    print(f'{len(games)} games, {hours.median():.1f} hours in the median')


if __name__ == '__main__':
    main()
