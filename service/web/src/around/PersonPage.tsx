// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import type { PageProps } from '../router';

export default function PersonPage(_: PageProps): JSX.Element {
    return <main id="content" />;
}
