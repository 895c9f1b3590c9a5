// SPDX-License-Identifier: AGPL-3.0-or-later
// All players' public figures, the bank and the stacks.
import type { ComponentChildren, JSX } from 'preact';
import { SeatAvatar } from '../../board/SeatSign';
import { BarbarianTrack, ImprovementRow, KnightsCommon, KnightsRow, ProgressRow } from '../actions/knightsFigures';
import { Link } from '../../lib/router';
import { actsIn } from '../../lib/rules';
import { texts } from '../../texts';
import type { Kind, PlayerView, View } from '../../types';
import { commodities, resources } from '../../lib/kinds';
import { CardRow } from '../../ui/Cards';
import { KindIcon } from '../../ui/icons';
import { ReportButton } from '../../ui/ReportButton';
import { ownSeat, seatName, useGame } from '../state/context';
import { ActionIcon, type ActionSign } from '../actions/ActionIcon';
import { DevCards } from '../hand/Hand';
import { FigureIcon } from '../screen/icons';
import { pointsOf, titlesOf } from '../screen/PlayersBar';
import { gameSeat, waitedFor } from '../state/seats';
import { addedFigures } from '../../vocabulary';

/** One figure: a label and an amount; with an ICON it is drawn instead of the label. */
function PlayerFact({ label, children, name, icon }: { label: string; children: ComponentChildren; name: string; icon?: JSX.Element }): JSX.Element {
    return icon ? (
        <div class="figure drawn" data-figure={name} title={label}>
            <dt>
                {icon}
                <span class="sr">{label}</span>
            </dt>
            <dd>{children}</dd>
        </div>
    ) : (
        <div class="figure" data-figure={name}>
            <dt>{label}</dt>
            <dd>{children}</dd>
        </div>
    );
}

/** A few signs, with the words that they stand for. */
function Said({ short, words, children }: { short: ComponentChildren; words: string; children?: ComponentChildren }): JSX.Element {
    return (
        <span class="fig" title={words}>
            {children}
            <span aria-hidden="true">{short}</span>
            <span class="sr">{words}</span>
        </span>
    );
}

/** "2:1 wool, 3:1 everything else": the best rates first, each kind once, as a picture where it is named. */
function Rates({ rates }: { rates: Partial<Record<Kind, number>> }): JSX.Element {
    const t = texts();
    const kinds = [...resources, ...commodities].filter((kind) => rates[kind] !== undefined);
    const all = [...new Set(kinds.map((kind) => rates[kind] ?? 0))].sort((a, b) => a - b);
    const most = all.at(-1);
    return (
        <>
            {all.map((rate) => {
                const these = kinds.filter((kind) => rates[kind] === rate);
                const rest = rate === most && (these.length > 2 || all.length === 1);
                const names = all.length === 1 ? t.game.everything : rest ? t.game.allElse : these.map((kind) => t.common.kinds[kind]).join(', ');
                return <Said key={rate} short={[`${rate}:1`, ...(rest ? [] : these.map((kind) => <KindIcon key={kind} kind={kind} />))]} words={t.game.rate(rate, names)} />;
            })}
        </>
    );
}

/** Remarks about a seat next to its name. */
function Marks({ player }: { player: PlayerView }): JSX.Element {
    const { state, past } = useGame();
    const t = texts().game;
    const { seat } = player;
    const held = gameSeat(state, seat);
    const marks = [
        !past && waitedFor(state).includes(seat) && t.waited,
        actsIn((past ?? state.view).turn) === seat && t.onTurn,
        player.neutral && t.neutral,
        player.resigned && t.resigned,
        held?.kind === 'bot' && (player.resigned ? t.standIn : t.botSeat),
        held?.kind === 'human' && held.bot_account && t.botSeat,
    ];
    return (
        <>
            {marks
                .filter((mark) => mark !== false && mark !== undefined)
                .map((mark) => (
                    <small key={mark} class="tag">
                        {mark}
                    </small>
                ))}
            {titlesOf(past ?? state.view, seat).map(({ key, label, figure }) => (
                <small key={key} class="tag title">
                    <FigureIcon figure={figure} /> {label}
                </small>
            ))}
        </>
    );
}

function Supplies({ player }: { player: PlayerView }): JSX.Element {
    const t = texts().game;
    const { roads, ships, settlements, cities, walls, knights } = player.supply;
    const pieces: [ActionSign, number | string | undefined, string | false | undefined][] = [
        ['road', roads, t.roads(roads)],
        ['ship', ships, ships !== undefined && t.ships(ships)],
        ['settlement', settlements, t.settlements(settlements)],
        ['city', cities, t.cities(cities)],
        ['wall', walls, walls !== undefined && t.walls(walls)],
        ['knight', knights?.join('/'), knights && t.knightsLeft(knights.join(' / '))],
    ];
    return (
        <PlayerFact name="supply" icon={<></>} label={t.supplyOf}>
            {pieces.map(
                ([sign, count, words]) =>
                    words && (
                        <Said key={sign} short={count} words={words}>
                            <ActionIcon sign={sign} seat={player.seat} />
                        </Said>
                    ),
            )}
        </PlayerFact>
    );
}

/** The figures of Cities & Knights; each row has its own label. */
function KnightFigures({ player, view }: { player: PlayerView; view: View }): JSX.Element {
    const { state } = useGame();
    const t = texts().game;
    return (
        <>
            <PlayerFact name="progress" label={t.progressBacks} children={<ProgressRow state={state} player={player} view={view} />} />
            <PlayerFact name="improvements" label={t.improvements} children={<ImprovementRow state={state} player={player} view={view} />} />
            <PlayerFact name="knights" label={t.knightsOf} children={<KnightsRow state={state} player={player} view={view} />} />
        </>
    );
}

function Player({ player }: { player: PlayerView }): JSX.Element {
    const { state, past } = useGame();
    const view = past ?? state.view;
    const t = texts().game;
    const { points, seat } = player;
    const account = gameSeat(state, seat)?.account;
    const name = seatName(state, seat);
    const total = pointsOf(player);
    return (
        <section class="sheet player" data-part="player" data-player={seat} id={`player-${seat}`}>
            <h3>
                <SeatAvatar seat={player.seat} players={state.view.players} />
                {account && state.game.mode === 'play' ? <Link href={`/people/${encodeURIComponent(account)}`}>{name}</Link> : name}
                <Marks player={player} />
            </h3>
            <dl class="figures">
                <PlayerFact name="points" icon={<FigureIcon figure="points" />} label={t.points2} children={total === points.visible ? total : <Said short={`${total} (${points.visible})`} words={t.pointsTotal(total, points.visible)} />} />
                {!player.neutral && <PlayerFact name="cards" icon={<FigureIcon figure="cards" />} label={t.cardsInHand} children={player.card_count} />}
                {!player.neutral && player.dev_count !== undefined && <PlayerFact name="dev" icon={<FigureIcon figure="dev" />} label={t.devInHand} children={player.dev_count} />}
                {!player.neutral && player.knights_played !== undefined && <PlayerFact name="army" icon={<FigureIcon figure="largest_army" />} label={t.knights} children={player.knights_played} />}
                <PlayerFact name="road" icon={<FigureIcon figure="longest_road" />} label={t.figures.longest_road} children={player.longest_road} />
                {addedFigures.map((figure) => player[figure] !== undefined && <PlayerFact key={figure} name={figure} icon={<FigureIcon figure="harbormaster" />} label={t.figures[figure]} children={player[figure]} />)}
                {player.progress_count !== undefined && <KnightFigures player={player} view={view} />}
                {player.island_points !== undefined && <PlayerFact name="islands" label={t.islandPoints} children={player.island_points} />}
                {player.gifts && <PlayerFact name="gifts" label={t.gifts} children={[player.gifts.points, ...(player.gifts.harbors ?? []).map((harbor) => texts().board.harborAt[harbor])].join(', ')} />}
                {player.cloth !== undefined && <PlayerFact name="cloth" label={t.cloth} children={player.cloth} />}
                {player.fortress && <PlayerFact name="fortress" label={texts().play.figures.fortress} children={player.fortress.left} />}
                {player.fortress && <PlayerFact name="warships" icon={<FigureIcon figure="ship" />} label={texts().play.figures.warships} children={(view.pieces.ships ?? []).filter((ship) => ship.player === seat && ship.warship).length} />}
                {player.wonder && <PlayerFact name="wonder" label={t.wonder} children={t.wonderLevel(texts().common.wonders[player.wonder], player.wonder_level ?? 0)} />}
                {player.trade_tokens !== undefined && !player.neutral && <PlayerFact name="tokens" icon={<FigureIcon figure="token" />} label={t.tokens} children={player.trade_tokens} />}
                {!player.neutral && <PlayerFact name="rates" icon={<ActionIcon sign="trade" />} label={t.rates} children={<Rates rates={player.rates} />} />}
                <Supplies player={player} />
            </dl>
            {account && state.game.mode === 'play' && ownSeat(state) !== null && ownSeat(state) !== seat && <ReportButton of={{ account, game: state.game.id }} label={t.report} />}
            {player.cards && ownSeat(state) !== seat && !player.neutral && (
                <div class="hand-open" data-part="open-hand">
                    <CardRow cards={player.cards} kinds={state.game.rules.game === 'base' ? resources : [...resources, ...commodities]} />
                    <ul class="cards">
                        <DevCards player={player} />
                    </ul>
                </div>
            )}
        </section>
    );
}

function Bank({ view }: { view: View }): JSX.Element {
    const { state } = useGame();
    const t = texts();
    const { decks } = view;
    const kinds = state.game.rules.game === 'base' ? resources : [...resources, ...commodities];
    const removed = Object.entries(view.dev_removed ?? {}).filter(([, count]) => count > 0);
    return (
        <section class="sheet bank">
            <h3>{t.game.bank}</h3>
            <CardRow cards={view.bank} kinds={kinds} />
            <dl class="figures">
                {'dev' in decks && <PlayerFact name="stack" icon={<FigureIcon figure="dev" />} label={t.game.devStack} children={decks.dev} />}
                {removed.length > 0 && <PlayerFact name="removed" label={t.game.removed} children={removed.map(([card, count]) => `${count} ${t.common.devCards[card as keyof typeof t.common.devCards]}`).join(' · ')} />}
            </dl>
            {view.barbarians && <KnightsCommon state={state} view={view} />}
            {view.barbarians && <BarbarianTrack state={state} view={view} />}
        </section>
    );
}

export default function PlayersPanel(): JSX.Element {
    const { state, past } = useGame();
    const view = past ?? state.view;
    return (
        <div class="players">
            {view.players.map((player) => (
                <Player key={player.seat} player={player} />
            ))}
            <Bank view={view} />
        </div>
    );
}
