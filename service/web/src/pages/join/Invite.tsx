// SPDX-License-Identifier: AGPL-3.0-or-later
// How to invite others to a game that has not begun: its link, to copy, share, mail, or point a phone at.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { currentMe } from '../../lib/session';
import { texts } from '../../texts';
import type { Game } from '../../types';
import { CopyField } from '../../ui/CopyField';
import { toastError } from '../../ui/toast';
import { lazy } from '../../ui/lazy';
import { gameTitle } from '../GameCard';

const QrCode = lazy(() => import('./QrCode'), () => null);

const inviteLink = (id: string): string => `${location.origin}/games/${id}/join`;

function share(game: Game, text: string): void {
    navigator.share({ title: gameTitle(game), text, url: inviteLink(game.id) }).catch((fault: unknown) => {
        // Cancelling is not a fault.
        if (!(fault instanceof DOMException && fault.name === 'AbortError')) toastError(fault);
    });
}

export function Invite({ game }: { game: Game }): JSX.Element {
    const t = texts().making.join;
    const link = inviteLink(game.id);
    const [shown, show] = useState(false);
    const name = currentMe()?.name;
    const asks = name === undefined ? t.mailSubject : t.invites(name);
    const mail = `mailto:?subject=${encodeURIComponent(asks)}&body=${encodeURIComponent(t.mailText(link))}`;
    return (
        <section class="sheet invite">
            <h2>{t.invite}</h2>
            {game.visibility === 'private' ? (
                <p>{t.privateLead}</p>
            ) : (
                <>
                    <p>{t.inviteLead}</p>
                    <CopyField label={t.link} text={link} />
                    <p class="row">
                        {'share' in navigator && (
                            <button type="button" class="main" data-do="share" onClick={() => share(game, asks)}>
                                {t.share}
                            </button>
                        )}
                        <a class="button" href={mail}>
                            {t.byMail}
                        </a>
                        <button type="button" data-do="qr" aria-expanded={shown} onClick={() => show(!shown)}>
                            {t.qr}
                        </button>
                    </p>
                    {shown && <QrCode text={link} />}
                </>
            )}
        </section>
    );
}
