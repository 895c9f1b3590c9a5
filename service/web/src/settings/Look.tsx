// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { keep, type Kept, useKept } from '../settings';
import { type Language, language, languages, loadLanguage, texts } from '../texts';
import { Check, Choice } from '../ui/Field';
import { sayFault } from '../ui/notice';

async function speak(wanted: Language): Promise<void> {
    try {
        await loadLanguage(wanted, true);
        dispatchEvent(new globalThis.Event('hexpost-language'));
    } catch (fault) {
        sayFault(fault);
    }
}

export default function Look(): JSX.Element {
    const t = texts().settings.look;
    const kept = useKept();
    return (
        <>
            <Choice label={t.language} value={language()} options={Object.entries(languages) as [Language, string][]} onChoose={(wanted) => void speak(wanted)} />
            <Choice label={t.theme} value={kept.theme} options={Object.entries(t.themes) as [Kept['theme'], string][]} onChoose={(theme) => keep({ theme })} />
            <Check label={t.coordinates} help={t.coordinatesHelp} checked={kept.coordinates} onChange={(coordinates) => keep({ coordinates })} />
            <Check label={t.confirm} help={t.confirmHelp} checked={kept.confirm} onChange={(confirm) => keep({ confirm })} />
            <p class="quiet">{t.here}</p>
        </>
    );
}
