// SPDX-License-Identifier: AGPL-3.0-or-later
// The rules in the order in which players meet them, with pictures.
import type { ComponentType, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Costs } from '../../board/Costs';
import { devCards } from '../../lib/rules';
import { texts } from '../../texts';
import type { Game, GameKind, PrintedScenario, Scenario } from '../../types';
import { CommodityPicture, DistancePicture, GoldPicture, HarborPicture, IslandPicture, KnightsPicture, PiratePicture, RobberPicture, ShipPicture, ShipsPicture } from './pictures';

/** Up to this many players use the small island. */
const fewPlayers = 4;

interface Section {
    topic: keyof ReturnType<typeof sections>;
    Picture?: ComponentType;
    Below?: ComponentType;
}

/** The sections, by topic. */
function sections() {
    const { goal, island, setup, turn, building, trade, robber, devCards: cards, two, commodities, eventDie, barbarians, knightsTopic, progress, walls, ships, pirate, gold, fog, route, larger, paired, special } = texts().learning.topics;
    return { goal, island, setup, turn, building, trade, robber, devCards: cards, two, commodities, eventDie, barbarians, knightsTopic, progress, walls, ships, pirate, gold, fog, route, larger, paired, special };
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

type Chapter = GameKind | 'sea' | 'six';

const chapters: Record<Chapter, Section[]> = {
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
    sea: [
        { topic: 'ships', Picture: ShipsPicture },
        { topic: 'pirate', Picture: PiratePicture },
        { topic: 'gold', Picture: GoldPicture },
        { topic: 'fog' },
        { topic: 'route' },
    ],
    six: [{ topic: 'larger' }, { topic: 'paired' }, { topic: 'special' }],
};

function headOf(chapter: Chapter): string {
    const t = texts().learning.topics;
    return { base: t.base, cities_and_knights: t.knights, sea: t.sea, six: t.six }[chapter];
}

/** The chapters of the current game come first; without RULES the order is the one for learning. */
function orderFor(rules: Game['rules'] | undefined): Chapter[] {
    const all: Chapter[] = ['base', 'cities_and_knights', 'sea', 'six'];
    if (!rules) return all;
    const played: Chapter[] = [...(rules.game === 'base' ? [] : [rules.game]), ...(rules.scenario ? ['sea' as const] : []), 'base', ...(rules.players > fewPlayers ? ['six' as const] : [])];
    return [...played, ...all.filter((chapter) => !played.includes(chapter))];
}

const chapterId = (chapter: Chapter): string => `rules-${chapter}`;
const topicId = (topic: string): string => `rule-${topic}`;

/** What each scenario is about, the current one first. */
function Scenarios({ played }: { played: Scenario | undefined }): JSX.Element {
    const { learning: { topics: { scenarios, aims } }, scenarios: names } = texts();
    const all = (Object.keys(aims) as PrintedScenario[]).sort((a, b) => Number(b === played) - Number(a === played));
    return (
        <section class="rule" data-rule="scenarios">
            <h3 id={topicId('scenarios')} tabIndex={-1}>
                {scenarios}
            </h3>
            <dl class="rule-cards">
                {all.map((scenario) => (
                    <div key={scenario} data-scenario={scenario}>
                        <dt>{names[scenario]}</dt>
                        <dd>{aims[scenario]}</dd>
                    </div>
                ))}
            </dl>
        </section>
    );
}

/** Scrolls a heading into view and moves the focus there. */
function goTo(id: string): void {
    const heading = document.getElementById(id);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
}

/** When shown over a game, the address stays the game's. */
function ContentsLink({ id, children }: { id: string; children: string }): JSX.Element {
    const go = (event: MouseEvent): void => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        goTo(id);
    };
    return (
        <a href={`/how-to-play#${id}`} onClick={go}>
            {children}
        </a>
    );
}

function Contents({ order }: { order: Chapter[] }): JSX.Element {
    const all = sections();
    const t = texts().learning.topics;
    return (
        <nav class="rules-contents" data-part="contents" aria-label={t.contents}>
            <dl>
                {order.map((chapter) => (
                    <div key={chapter}>
                        <dt>
                            <ContentsLink id={chapterId(chapter)}>{headOf(chapter)}</ContentsLink>
                        </dt>
                        <dd>
                            {chapters[chapter].map(({ topic }) => (
                                <ContentsLink key={topic} id={topicId(topic)}>
                                    {all[topic].title}
                                </ContentsLink>
                            ))}
                            {chapter === 'sea' && <ContentsLink id={topicId('scenarios')}>{t.scenarios}</ContentsLink>}
                        </dd>
                    </div>
                ))}
            </dl>
        </nav>
    );
}

function RuleSection({ topic, Picture, Below }: Section): JSX.Element {
    const { title, text } = sections()[topic];
    return (
        <section class="rule" data-rule={topic}>
            <h3 id={topicId(topic)} tabIndex={-1}>
                {title}
            </h3>
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

/** RULES are those of the current game, if any. */
export default function HowToPlay({ rules }: { rules?: Game['rules'] }): JSX.Element {
    const order = orderFor(rules);
    useEffect(() => {
        if (location.hash !== '') goTo(location.hash.slice(1));
    }, []);
    return (
        <div class="rules" data-part="rules">
            <p>{texts().learning.topics.lead}</p>
            <Contents order={order} />
            {order.map((chapter) => (
                <section key={chapter} data-chapter={chapter}>
                    <h2 id={chapterId(chapter)} tabIndex={-1}>
                        {headOf(chapter)}
                    </h2>
                    {chapters[chapter].map((section) => (
                        <RuleSection key={section.topic} {...section} />
                    ))}
                    {chapter === 'sea' && <Scenarios played={rules?.scenario} />}
                </section>
            ))}
        </div>
    );
}
