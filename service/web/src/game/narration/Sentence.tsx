// SPDX-License-Identifier: AGPL-3.0-or-later
// The sentence of an event in a game: with the cards it is about, players in their color, and places that light up on
// the board when the mouse is over them.
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { paintOf } from '../../board/pieces';
import { kindsOf } from '../../lib/kinds';
import type { Cards, GameEvent, Place } from '../../types';
import { CardFace } from '../../ui/CardFace';
import { cardsText } from '../../lib/cardsText';
import { useGame } from '../state/context';
import type { PhraseContext } from './phrase';
import { partsOf, wordsOf } from './told';

function ShownCards({ cards }: { cards: Cards }): JSX.Element {
    return (
        <>
            {kindsOf(cards).map((kind, i) => (
                <span key={kind} class="said-card">
                    {i > 0 && ', '}
                    <CardFace kind={kind} />
                    {cardsText({ [kind]: cards[kind] ?? 0 })}
                </span>
            ))}
        </>
    );
}

function ShownPlace({ kind, id, words }: Place & { words: string }): JSX.Element {
    const { selection } = useGame();
    useEffect(() => () => selection.point(null), [selection]);
    return (
        <span class="said-place" data-part="said-place" onPointerEnter={() => selection.point({ kind, id })} onPointerLeave={() => selection.point(null)}>
            {words}
        </span>
    );
}

export function Sentence({ event, told }: { event: GameEvent; told: PhraseContext }): JSX.Element {
    const { players } = useGame().state.view;
    return (
        <>
            {partsOf(event).map((part, i) =>
                part.type === 'player' ? (
                    <span key={i} class={`said-player ${paintOf(players, part.seat)}`}>
                        {wordsOf(part, told)}
                    </span>
                ) : part.type === 'cards' && part.cards ? (
                    <ShownCards key={i} cards={part.cards} />
                ) : part.type === 'hex' || part.type === 'vertex' || part.type === 'edge' ? (
                    <ShownPlace key={i} kind={part.type} id={part.id} words={wordsOf(part, told)} />
                ) : (
                    wordsOf(part, told)
                ),
            )}
        </>
    );
}
