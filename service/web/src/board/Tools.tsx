// SPDX-License-Identifier: AGPL-3.0-or-later
// Buttons that act on the drawing itself.
import type { JSX } from 'preact';
import { texts } from '../texts';
import type { Zooming } from './zoom';

const icons = {
    in: 'M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z',
    out: 'M5 11h14v2H5z',
    whole: 'M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z',
    hints: 'M12 2a7 7 0 0 1 4 12.700V17H8v-2.300A7 7 0 0 1 12 2zM8.500 18.500h7V20h-7zM10 21h4v1.500h-4z',
    coordinates: 'M9 3h2l-.7 5h5l.7-5h2l-.7 5H21v2h-4l-.6 4H20v2h-3.900L15.400 21h-2l.7-5h-5l-.7 5h-2l.7-5H3v-2h4.400l.6-4H4V8h4.300zM10 10l-.6 4h5l.6-4z',
    legend: 'M12 3a6 6 0 0 1 3 11.200V16h-4v-3a4 4 0 1 0-3-4H6a6 6 0 0 1 6-6zM11 18h4v3h-4z',
};

interface ToolProps {
    icon: string;
    label: string;
    name: string;
    onClick: () => void;
    hotkey?: string;
    pressed?: boolean;
    disabled?: boolean;
}

function Tool({ icon, label, name, onClick, hotkey, pressed, disabled }: ToolProps): JSX.Element {
    return (
        <button type="button" class="tool" title={hotkey ? `${label} (${hotkey})` : label} aria-keyshortcuts={hotkey} aria-label={label} aria-pressed={pressed} disabled={disabled} onClick={onClick} data-tool={name}>
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
                <path d={icon} />
            </svg>
        </button>
    );
}

export function Tools({ zoom, coordinates, onCoordinates, onLegend, hinted, onHint }: { zoom: Zooming; coordinates: boolean; onCoordinates: (() => void) | null; onLegend: () => void; hinted: boolean; onHint: (() => void) | null }): JSX.Element {
    const t = texts().board;
    return (
        <>
            <div class="board-tools left">
                <Tool name="legend" icon={icons.legend} label={t.legend} onClick={onLegend} />
            </div>
            {onCoordinates && (
                <div class="board-tools left low">
                    <Tool name="coordinates" icon={icons.coordinates} label={t.coordinates} onClick={onCoordinates} pressed={coordinates} />
                </div>
            )}
            {onHint && (
                <div class="board-tools right low">
                    <Tool name="hints" icon={icons.hints} label={t.hints} onClick={onHint} hotkey="H" pressed={hinted} />
                </div>
            )}
            <div class="board-tools right">
                <Tool name="zoom-in" icon={icons.in} label={t.zoomIn} onClick={zoom.zoomIn} disabled={zoom.atMost} />
                {zoom.zoomed && zoom.own && <Tool name="zoom-out" icon={icons.out} label={t.zoomOut} onClick={zoom.zoomOut} />}
                {zoom.own && <Tool name="zoom-reset" icon={icons.whole} label={t.zoomReset} onClick={zoom.reset} />}
            </div>
        </>
    );
}
