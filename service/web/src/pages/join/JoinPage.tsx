// SPDX-License-Identifier: AGPL-3.0-or-later
// A game that has not begun: what it is, who has a seat, and how to take one, with sign-up on the way.
import type { JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { withShare } from '../../lib/clientSeed';
import { listen } from '../../lib/live';
import { Link, navigate, type PageProps } from '../../lib/router';
import { signIn, useMe } from '../../lib/session';
import { texts } from '../../texts';
import type { Game } from '../../types';
import { Dialog } from '../../ui/Dialog';
import { FaultPage } from '../../ui/Fault';
import { toast, toastError } from '../../ui/toast';
import { ConfirmForm } from '../signIn/ConfirmForm';
import { hasCode } from '../../lib/faults';
import { gameTitle, holder, SeatFace, seatOf } from '../GameCard';
import { Invite } from './Invite';
import { FillSeats } from './FillSeats';
import { GuestForm } from './GuestForm';
import { Page } from '../Page';
import { RulesShort } from '../RulesShort';
import { ShareCheck } from '../ShareCheck';
import { SignForms } from '../signIn/SignForms';
import { KeyShown, type Made } from '../../ui/KeyShown';

/** The address that was invited: in the fragment, so that it is not sent to any server. */
const invitedAs = (): string => new URLSearchParams(location.hash.slice(1)).get('email') ?? '';

const lookEveryMs = 8000;

interface OpenGameState {
    game: Game | null;
    fault: unknown;
    load: () => Promise<void>;
}

function useOpenGame(id: string, name: string | undefined): OpenGameState {
    const [game, setGame] = useState<Game | null>(null);
    const [fault, setFault] = useState<unknown>(null);
    const load = useCallback(async (): Promise<void> => {
        try {
            setGame((await unwrap(api.GET('/v1/games/{id}', { params: { path: { id } } }))) as Game);
            setFault(null);
        } catch (problem) {
            setFault(problem);
        }
    }, [id]);
    useEffect(() => void load(), [load, name]);
    const seen = game !== null;
    useEffect(() => (seen ? listen(id, () => void load()) : undefined), [id, seen]);
    // A game has no events before it begins, so the page polls while it waits for players.
    const waits = game?.status === 'open';
    useEffect(() => {
        if (!waits) return undefined;
        const timer = setInterval(() => {
            if (document.visibilityState === 'visible') void load();
        }, lookEveryMs);
        return () => clearInterval(timer);
    }, [load, waits]);
    return { game, fault, load };
}

/** The caller's address that still has to be confirmed; null: none. */
function useUnconfirmed(name: string | undefined, wanted: boolean): { address: string | null; look: () => void } {
    const [address, setAddress] = useState<string | null>(null);
    const look = useCallback((): void => {
        unwrap(api.GET('/v1/me/mail')).then(
            (box) => setAddress(box.confirmed ? null : box.address),
            () => undefined,
        );
    }, []);
    useEffect(() => {
        if (!name || !wanted) return undefined;
        look();
        // The link in the mail opens in another tab; checks again when the user returns to this one.
        document.addEventListener('visibilitychange', look);
        return () => document.removeEventListener('visibilitychange', look);
    }, [name, wanted]);
    return { address, look };
}

function SeatList({ game, own, onTake }: { game: Game; own: number | null; onTake: ((seat: number) => void) | null }): JSX.Element {
    const t = texts().making.join;
    return (
        <ul class="join-seats">
            {game.seats.map((seat) => (
                <li key={seat.seat}>
                    <SeatFace game={game} seat={seat} />
                    <span>{holder(game, seat, own)}</span>
                    {seat.kind === 'bot' && <small class="quiet">{texts().common.bot}</small>}
                    {onTake && seat.kind === 'open' && (
                        <button type="button" data-do="join" data-seat={seat.seat} onClick={() => onTake(seat.seat)}>
                            {t.take}
                        </button>
                    )}
                </li>
            ))}
        </ul>
    );
}

function Manage({ game, own, mine, load }: { game: Game; own: boolean; mine: boolean; load: () => Promise<void> }): JSX.Element {
    const t = texts().making.join;
    const [asking, setAsking] = useState(false);
    const path = { id: game.id };
    const leave = (): void => {
        api.POST('/v1/games/{id}/leave', { params: { path } }).then(() => {
            toast(t.left);
            return load();
        }, toastError);
    };
    const remove = (): void => {
        api.DELETE('/v1/games/{id}', { params: { path } }).then(() => {
            toast(t.removed);
            navigate('/', true);
        }, toastError);
    };
    return (
        <p class="row">
            {own && (
                <button type="button" data-do="leave" onClick={leave}>
                    {t.leave}
                </button>
            )}
            {mine && (
                <button type="button" class="danger" data-do="delete" onClick={() => setAsking(true)}>
                    {t.remove}
                </button>
            )}
            {asking && (
                <Dialog
                    title={t.remove}
                    onClose={() => setAsking(false)}
                    actions={
                        <button type="button" class="danger" data-do="confirm" onClick={remove}>
                            {t.remove}
                        </button>
                    }
                >
                    <p>{t.removeSure}</p>
                </Dialog>
            )}
        </p>
    );
}

function OpenGame({ game, load, made, setMade }: { game: Game; load: () => Promise<void>; made: Made | null; setMade: (made: Made | null) => void }): JSX.Element {
    const me = useMe();
    const email = invitedAs();
    const own = seatOf(game, me?.name);
    const kept = game.seats.some(({ kind }) => kind === 'invited');
    const free = game.seats.filter(({ kind }) => kind === 'open' || kind === 'invited').length;
    // A seat reserved for an address needs an account with that address.
    const byAddress = email !== '' || kept;
    const { address, look } = useUnconfirmed(me?.name, kept && own === null);
    const take = async (seat?: number): Promise<void> => {
        try {
            await withShare(true, (commitment) => api.POST('/v1/games/{id}/join', { params: { path: { id: game.id } }, body: { ...(seat !== undefined && { seat }), ...(commitment && { client_commitment: commitment }) } }));
        } catch (fault) {
            toastError(fault);
        }
        await load();
    };
    const enter = async (account: Made): Promise<void> => {
        setMade(account);
        await signIn(account.token);
        // A reserved seat has to wait until the address is confirmed.
        if (email === '') await take();
    };
    return (
        <>
            {made && <KeyShown made={made} onDone={() => setMade(null)} />}
            {me === null && !byAddress && free > 0 && <GuestForm onEntered={take} />}
            <section class="sheet">
                <h2>{texts().making.join.seats}</h2>
                <SeatList game={game} own={own} onTake={me && own === null ? (seat) => void take(seat) : null} />
                <p class="quiet">{own === null ? '' : `${texts().making.join.inSeat} `}{texts().making.join.waitFor(free)}</p>
                {me && own === null && <ShareCheck />}
                {me && own === null && free > 0 && !(address && email) && (
                    <button type="button" class="main" data-do="join" onClick={() => void take()}>
                        {texts().making.join.takeAny}
                    </button>
                )}
            </section>
            {me && own === null && address && (email !== '' || kept) && <ConfirmForm lead={texts().making.join.confirmLead(address)} onConfirmed={() => { look(); void load(); }} />}
            {me && (own !== null || game.creator === me.name) && <Invite game={game} />}
            {game.creator === me?.name && game.seats.some(({ kind }) => kind === 'open') && <FillSeats game={game} load={load} />}
            <section class="sheet">
                <h2>{texts().making.join.rules}</h2>
                <RulesShort game={game} />
                <img class="thumbnail" src={`/v1/games/${game.id}/board.svg?at=${game.seq}`} alt="" width="132" height="124" decoding="async" />
            </section>
            {me === null && byAddress && <SignForms title={texts().making.join.signFirst} email={email} onMade={enter} />}
            {me && <Manage game={game} own={own !== null} mine={game.creator === me.name} load={load} />}
        </>
    );
}

/** A game that the caller cannot see, or not yet. */
function Unseen({ load, made, setMade }: { load: () => Promise<void>; made: Made | null; setMade: (made: Made | null) => void }): JSX.Element {
    const t = texts().making.join;
    const me = useMe();
    const { address } = useUnconfirmed(me?.name, true);
    const enter = async (account: Made): Promise<void> => {
        setMade(account);
        await signIn(account.token);
    };
    return (
        <Page title={invitedAs() === '' ? t.unseen : t.title}>
            {made && <KeyShown made={made} onDone={() => setMade(null)} />}
            <p>{t.unseenLead}</p>
            {me === null && <SignForms title={t.signFirst} email={invitedAs()} onMade={enter} />}
            {me && address && <ConfirmForm lead={t.confirmLead(address)} onConfirmed={() => void load()} />}
        </Page>
    );
}

export default function JoinPage({ params }: PageProps): JSX.Element {
    const t = texts().making.join;
    const me = useMe();
    const id = params.id ?? '';
    const [made, setMade] = useState<Made | null>(null);
    const { game, fault, load } = useOpenGame(id, me?.name);
    const seated = game !== null && seatOf(game, me?.name) !== null;
    const begun = game !== null && game.status !== 'open';
    useEffect(() => {
        if (begun && seated && !made) navigate(`/games/${id}`, true);
    }, [begun, seated, made]);
    if (!game) {
        if (hasCode(fault, 'not-found', 'forbidden')) return <Unseen load={load} made={made} setMade={setMade} />;
        return fault ? <FaultPage fault={fault} onAgain={() => void load()} /> : <Page title={t.title} busy />;
    }
    return (
        <Page title={gameTitle(game)}>
            {game.creator && <p class="quiet">{begun || game.creator === me?.name ? t.made(game.creator) : t.invites(game.creator)}</p>}
            {begun ? (
                <>
                    {made && <KeyShown made={made} onDone={() => setMade(null)} />}
                    <p>{game.status === 'active' ? t.begun : t.over}</p>
                    <p>
                        <Link class="button main" href={`/games/${id}`}>
                            {t.toGame}
                        </Link>
                    </p>
                    <RulesShort game={game} />
                </>
            ) : (
                <OpenGame game={game} load={load} made={made} setMade={setMade} />
            )}
        </Page>
    );
}
