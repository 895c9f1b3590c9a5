// SPDX-License-Identifier: AGPL-3.0-or-later
// What one wants in one's parts of others' turns: games of five and six. Nobody else sees it.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api, unwrap } from '../../../lib/api';
import type { components } from '../../../schema';
import { texts } from '../../../texts';
import { Choice } from '../../../ui/Field';
import { toastError } from '../../../ui/toast';
import { useGame } from '../../state/context';

type Choices = components['schemas']['PartChoice'];

export function GameParts(): JSX.Element | null {
    const { game } = useGame().state;
    const t = texts().settings.game.parts;
    const [setting, setSetting] = useState<Choices | null>(null);
    const params = { path: { id: game.id } };
    useEffect(() => {
        unwrap(api.GET('/v1/games/{id}/special-build', { params })).then((shown) => setSetting(shown.setting), toastError);
    }, [game.id]);
    if (setting === null) return null;
    const choose = (wanted: string): void => {
        const before = setting;
        setSetting(wanted as Choices);
        unwrap(api.PUT('/v1/games/{id}/special-build', { params, body: { setting: wanted as Choices } })).catch((fault: unknown) => {
            setSetting(before);
            toastError(fault);
        });
    };
    const known: Choices[] = setting === 'plan' ? ['pass', 'ask', 'plan'] : ['pass', 'ask'];
    return (
        <div data-part="parts-setting">
            <Choice label={t.label} help={t.help} value={setting} options={known.map((one): [string, string] => [one, t.settings[one]])} onChoose={choose} />
        </div>
    );
}
