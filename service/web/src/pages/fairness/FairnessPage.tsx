// SPDX-License-Identifier: AGPL-3.0-or-later
// The proof that a game's chance was fair; for a finished game it is checked here in the browser.
import type { JSX } from 'preact';
import { api, unwrap } from '../../lib/api';
import { Page } from '../Page';
import { Link, type PageProps } from '../../lib/router';
import { texts } from '../../texts';
import type { Game } from '../../types';
import { FaultPage } from '../../ui/Fault';
import { useFetched } from '../../ui/forms';
import { OwnChoice, OwnNumber } from './OwnNumber';
import { nameIn, Proof } from './Proof';
import type { GameRecord } from './table';

interface ProofState {
    game: Game;
    record: GameRecord;
    /** The caller's commitment whose seed the server still waits for. */
    promised: string | null;
}

async function load(id: string): Promise<ProofState> {
    const params = { path: { id } };
    const [game, record, view] = await Promise.all([
        unwrap(api.GET('/v1/games/{id}', { params })),
        unwrap(api.GET('/v1/games/{id}/record', { params })).catch(() => null),
        unwrap(api.GET('/v1/games/{id}/view', { params })).catch(() => null),
    ]);
    const { fairness } = game as Game;
    const seat = typeof view?.viewer === 'number' ? view.viewer : null;
    const inSetUp = game.status === 'open' || view?.phase === 'setup';
    const settled = (view?.pieces?.settlements ?? []).some(({ player }) => player === seat);
    const placed = ((record as GameRecord | null)?.events ?? []).some(({ type, player, by }) => type === 'place_harbor' && player === seat && by === 'player');
    const promised = seat !== null && inSetUp && !settled && !placed ? (fairness.client_commitments?.[seat] ?? null) : null;
    return { game: game as Game, record: record as unknown as GameRecord, promised };
}

function Numbers({ game, record }: { game: Game; record: GameRecord | null }): JSX.Element {
    const t = texts().fair;
    const { commitment, server_seed: server, client_commitments: promises, client_seeds: seeds, board, map } = game.fairness;
    const names = record ?? { players: game.seats.map(({ account, color }) => ({ name: account ?? null, color })) };
    return (
        <section class="sheet">
            <h2>{t.state}</h2>
            <h3>{t.commitment}</h3>
            <p class="fair-number">
                <code>{commitment}</code>
            </p>
            <p class="quiet">{t.commitmentWhy}</p>
            {board && <p>{t.board(board.seed)}</p>}
            {map && <p>{t.map(map.seed)}</p>}
            {(server || promises?.some(Boolean)) && (
                <>
                    <h3>{t.seeds}</h3>
                    <dl class="fair-numbers" data-part="fair-numbers">
                        {server && (
                            <div>
                                <dt>{t.server}</dt>
                                <dd>
                                    <code>{server}</code>
                                </dd>
                            </div>
                        )}
                        {game.seats.map(({ seat }) => (
                            <div key={seat}>
                                <dt data-words="">{nameIn(names as GameRecord, seat)}</dt>
                                <dd>{seeds?.[seat] ? <code>{seeds[seat]}</code> : promises?.[seat] ? t.promised : t.noSeed}</dd>
                            </div>
                        ))}
                    </dl>
                </>
            )}
        </section>
    );
}

function Explained(): JSX.Element {
    const t = texts().fair;
    return (
        <section class="fair-why">
            {([[t.proved, t.proves], [t.notProved, t.provesNot]] as const).map(([title, points]) => (
                <div key={title}>
                    <h2>{title}</h2>
                    <ul>
                        {points.map((text) => (
                            <li key={text}>{text}</li>
                        ))}
                    </ul>
                </div>
            ))}
        </section>
    );
}

export default function FairnessPage({ params }: PageProps): JSX.Element {
    const t = texts().fair;
    const id = params.id ?? '';
    const { value: shown, fault, reload } = useFetched(() => load(id), [id]);
    if (!shown) return fault ? <FaultPage fault={fault} onAgain={() => void reload()} /> : <main id="content" aria-busy="true" />;
    const { game, record, promised } = shown;
    const proved = record?.fairness?.server_seed;
    return (
        <Page title={t.title}>
            <div class="fair">
                <p>{t.lead}</p>
                {proved ? <Proof record={record} /> : <p class="sheet">{game.mode === 'table' ? t.tableOpen : t.running}</p>}
                {promised && <OwnNumber commitment={promised} />}
                <Numbers game={game} record={record} />
                {proved && (
                    <p>
                        <a href={`/v1/games/${id}/record`} download={`hexpost-${id}.json`}>
                            {t.record}
                        </a>{' '}
                        <span class="quiet">{t.recordHelp}</span>
                    </p>
                )}
                <Explained />
                <OwnChoice />
                <p>
                    <Link class="button" href={`/games/${id}`}>
                        {t.toGame}
                    </Link>
                </p>
            </div>
        </Page>
    );
}
