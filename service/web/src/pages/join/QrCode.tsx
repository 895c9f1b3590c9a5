// SPDX-License-Identifier: AGPL-3.0-or-later
// An address as a QR code, for a phone on the same table.
import type { JSX } from 'preact';
import { texts } from '../../texts';
import { qrCode } from '../../ui/qr';

/** What readers need around the code, in modules. */
const quiet = 4;

export default function QrCode({ text }: { text: string }): JSX.Element {
    const rows = qrCode(text);
    if (!rows) return <p>{texts().making.join.qrLong}</p>;
    const size = rows.length + 2 * quiet;
    const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : ''))).join('');
    return (
        <svg class="qr" data-part="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={texts().making.join.qr} shape-rendering="crispEdges">
            <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
            <path fill="#000" d={path} />
        </svg>
    );
}
