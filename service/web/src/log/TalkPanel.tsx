// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';

export default function TalkPanel(): JSX.Element {
    return <div />;
}
