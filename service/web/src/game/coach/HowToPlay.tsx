// SPDX-License-Identifier: AGPL-3.0-or-later
// The rules in the order in which one meets them, with pictures.
import type { ComponentType, JSX } from 'preact';
import { Costs } from '../../board/Costs';
import { devCards } from '../../lib/rules';
import { texts } from '../../texts';
import type { GameKind } from '../../types';
import { CommodityPicture, DistancePicture, HarborPicture, IslandPicture, KnightsPicture, RobberPicture, ShipPicture } from './pictures';

interface Section {
    topic: keyof ReturnType<typeof sections>;
    Picture?: ComponentType;
    Below?: ComponentType;
}

/** The topics that are sections. */
function sections() {
    const { goal, island, setup, turn, building, trade, robber, devCards: cards, two, commodities, eventDie, barbarians, knightsTopic, progress, walls } = texts().learning.topics;
    return { goal, island, setup, turn, building, trade, robber, devCards: cards, two, commodities, eventDie, barbarians, knightsTopic, progress, walls };
}

function DevCardList(): JSX.Element {
    return (
        <dl class="rule-cards">
            {devCards.map((card) => (
                <div key={card}>
                    <dt>{texts().common.devCards[card]}</dt>
                    <dd>{texts().play.devEffects[card]}</dd>
                </div>
            ))}
        </dl>
    );
}

const chapters: Record<GameKind, Section[]> = {
    base: [
        { topic: 'goal' },
        { topic: 'island', Picture: IslandPicture },
        { topic: 'setup', Picture: DistancePicture },
        { topic: 'turn' },
        { topic: 'building', Below: () => <Costs knights={false} /> },
        { topic: 'trade', Picture: HarborPicture },
        { topic: 'robber', Picture: RobberPicture },
        { topic: 'devCards', Below: DevCardList },
        { topic: 'two' },
    ],
    cities_and_knights: [
        { topic: 'commodities', Picture: CommodityPicture },
        { topic: 'eventDie' },
        { topic: 'barbarians', Picture: ShipPicture },
        { topic: 'knightsTopic', Picture: KnightsPicture, Below: () => <Costs knights /> },
        { topic: 'progress' },
        { topic: 'walls' },
    ],
};

function RuleSection({ topic, Picture, Below }: Section): JSX.Element {
    const { title, text } = sections()[topic];
    return (
        <section class="rule" data-rule={topic}>
            <h3>{title}</h3>
            <div class={Picture ? 'rule-body pictured' : 'rule-body'}>
                <div>
                    {text.map((line) => (
                        <p key={line}>{line}</p>
                    ))}
                </div>
                {Picture && <Picture />}
            </div>
            {Below && <Below />}
        </section>
    );
}

/** FIRST is the game whose rules come first: the one that is played. */
export default function HowToPlay({ first = 'base' }: { first?: GameKind }): JSX.Element {
    const t = texts().learning.topics;
    const order: GameKind[] = first === 'base' ? ['base', 'cities_and_knights'] : ['cities_and_knights', 'base'];
    return (
        <div class="rules" data-part="rules">
            <p>{t.lead}</p>
            {order.map((game) => (
                <section key={game}>
                    <h2>{game === 'base' ? t.base : t.knights}</h2>
                    {chapters[game].map((section) => (
                        <RuleSection key={section.topic} {...section} />
                    ))}
                </section>
            ))}
        </div>
    );
}
