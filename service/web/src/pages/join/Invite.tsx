// SPDX-License-Identifier: AGPL-3.0-or-later
// How to invite others to a game that has not begun: its link, to copy, share or mail.
import type { JSX } from 'preact';
import { texts } from '../../texts';
import type { Game } from '../../types';
import { CopyField } from '../../ui/CopyField';
import { toastError } from '../../ui/toast';
import { gameTitle } from '../GameCard';

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
    const mail = `mailto:?subject=${encodeURIComponent(t.mailSubject)}&body=${encodeURIComponent(t.mailText(link))}`;
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
                            <button type="button" class="main" onClick={() => share(game, t.mailSubject)}>
                                {t.share}
                            </button>
                        )}
                        <a class="button" href={mail}>
                            {t.byMail}
                        </a>
                    </p>
                </>
            )}
        </section>
    );
}
