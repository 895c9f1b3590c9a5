// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { setPrefs, type Prefs, currentPrefs } from '../../lib/prefs';
import { changeMe, currentMe } from '../../lib/session';
import { type Language, language, languages, loadLanguage, texts } from '../../texts';
import { Check, Choice } from '../../ui/Field';
import { resources } from '../../lib/kinds';
import { CardFace } from '../../ui/CardFace';
import { MotionSwitches } from '../../ui/MotionSwitches';
import { toastError } from '../../ui/toast';

async function speak(wanted: Language): Promise<void> {
    try {
        await loadLanguage(wanted, true);
        dispatchEvent(new Event('hexpost-language'));
        // Mails use the same language as the page, if the session may change the account.
        if (currentMe()) await changeMe({ language: wanted }).catch(() => undefined);
    } catch (fault) {
        toastError(fault);
    }
}

export default function Look(): JSX.Element {
    const t = texts().settings.look;
    const kept = currentPrefs();
    return (
        <>
            <Choice label={t.language} value={language()} options={Object.entries(languages) as [Language, string][]} onChoose={(wanted) => void speak(wanted)} />
            <Choice label={t.theme} value={kept.theme} options={Object.entries(t.themes) as [Prefs['theme'], string][]} onChoose={(theme) => setPrefs({ theme })} />
            <Choice label={t.board} value={kept.board} options={Object.entries(t.boards) as [Prefs['board'], string][]} onChoose={(board) => setPrefs({ board })} />
            <p class="look-board" aria-hidden="true">
                {resources.map((kind) => (
                    <CardFace key={kind} kind={kind} />
                ))}
                {Object.keys(texts().common.colors).map((color) => (
                    <i key={color} class={`paint-${color}`} />
                ))}
            </p>
            <Check label={t.coordinates} help={t.coordinatesHelp} checked={kept.coordinates} onChange={(coordinates) => setPrefs({ coordinates })} />
            <Check label={t.confirm} help={t.confirmHelp} checked={kept.confirm} onChange={(confirm) => setPrefs({ confirm })} />
            <MotionSwitches />
            <p class="quiet">{t.here}</p>
        </>
    );
}
