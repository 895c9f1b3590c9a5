// SPDX-License-Identifier: AGPL-3.0-or-later
// Settings of one game that are not moves: its clock, pauses, seats, and who gets news of it.
import type { JSX } from 'preact';
import { useGame } from '../../state/context';
import { useMe } from '../../../lib/session';
import { texts } from '../../../texts';
import { Disclosure } from '../../../ui/Disclosure';
import { MotionSwitches } from '../../../ui/MotionSwitches';
import { GameAbout } from './GameAbout';
import { GameClock } from './GameClock';
import { GameFollows } from './GameFollows';
import { GamePause } from './GamePause';
import { GameSeats } from './GameSeats';
import { GameWatch } from './GameWatch';
import { WebhookList } from './Webhooks';

export default function GameSettingsPanel(): JSX.Element {
    const t = texts().settings.game;
    const { game } = useGame().state;
    const me = useMe();
    const takesPart = me ? game.creator === me.name || game.seats.some(({ account }) => account === me.name) : false;
    const goesOn = game.mode === 'play' && game.status === 'active';
    return (
        <div class="settings-stack game-settings">
            <div>
                <MotionSwitches />
            </div>
            <GameClock />
            {goesOn && game.clock && <GamePause />}
            {goesOn && <GameSeats />}
            {me && game.status !== 'abandoned' && (
                <Disclosure label={t.channels} name="follows">
                    <GameFollows mayFollow={takesPart && !me.guest} />
                </Disclosure>
            )}
            {takesPart && (
                <Disclosure label={t.hooks} name="webhooks">
                    <WebhookList game={game.id} />
                </Disclosure>
            )}
            {me && !takesPart && <GameWatch />}
            <GameAbout />
        </div>
    );
}
