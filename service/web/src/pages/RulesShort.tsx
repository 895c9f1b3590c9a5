// SPDX-License-Identifier: AGPL-3.0-or-later
// The rules of a game, in a few lines.
import type { JSX } from 'preact';
import { mapName } from '../lib/mapName';
import { texts } from '../texts';
import type { Game } from '../types';
import { span } from '../ui/time';
import { optionKeys } from './newGame/draft';
import type { OptionKey } from '../types';

export function clockText(clock: Game['clock']): string {
    const t = texts().making;
    if (!clock) return t.paces.none;
    return clock.bank ? t.summary.bank(span(clock.bank.start)) : t.summary.clock(span(clock.turn ?? 0));
}

function optionText(key: OptionKey, value: string): string {
    const { name, values } = texts().making.optionTexts[key];
    return `${name}: ${(values as Record<string, string>)[value] ?? value}`;
}

/** Every rule that a player should know before joining. */
function rulesInShort(game: Game): string[] {
    const t = texts();
    const { rules, board } = game;
    const layout = board && 'layout' in board && board.layout !== 'explicit' ? [`${t.making.board}: ${t.making.layouts[board.layout]}`] : [];
    const changed = optionKeys.flatMap((key) => (rules.options?.[key] === undefined ? [] : [optionText(key, rules.options[key])]));
    return [
        `${t.around.games[rules.game]}, ${t.around.players(rules.players)}, ${t.around.upTo(rules.victory_points)}`,
        ...(rules.scenario ? [mapName(rules.scenario)] : []),
        ...(rules.options?.turns56 ? [`${t.making.turns}: ${t.making.turnsOf[rules.options.turns56]}`] : []),
        ...(rules.edition ? [t.making.editions[rules.edition]] : []),
        ...(rules.variants ?? []).map((variant) => t.making.variants[variant]),
        ...changed,
        ...(rules.game === 'base' && !rules.combined_phases ? [t.making.combinedHelp] : []),
        ...layout,
        ...(board && 'harbors' in board && board.harbors === 'random' ? [t.making.harborsRandom] : []),
        `${t.making.pace}: ${clockText(game.clock)}`,
        ...(game.rated ? [`${t.making.rated}: ${t.making.ratedHelp}`] : []),
    ];
}

export function RulesShort({ game }: { game: Game }): JSX.Element {
    return (
        <ul class="rules-short">
            {rulesInShort(game).map((line) => (
                <li key={line}>{line}</li>
            ))}
        </ul>
    );
}
