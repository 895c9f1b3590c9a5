// SPDX-License-Identifier: AGPL-3.0-or-later
import { Component, type ComponentChildren, type JSX } from 'preact';
import { LostNetwork, Problem } from '../api';
import { Link } from '../router';
import { texts } from '../texts';
import { faultText } from './notice';

function headline(fault: unknown): string {
    const t = texts().common;
    if (fault instanceof LostNetwork) return t.noNetwork;
    return fault instanceof Problem && fault.status === 404 ? t.notFound : t.failed;
}

/** Instead of a page that could not be shown. */
export function FaultPage({ fault, onAgain }: { fault: unknown; onAgain?: () => void }): JSX.Element {
    const t = texts().common;
    return (
        <main id="content" class="narrow">
            <h1>{headline(fault)}</h1>
            <p>{faultText(fault)}</p>
            <p>
                <button type="button" onClick={onAgain ?? (() => location.reload())}>
                    {onAgain ? t.again : t.reload}
                </button>{' '}
                <Link href="/">{t.toGames}</Link>
            </p>
        </main>
    );
}

/** Shows a fault of the page itself instead of nothing at all. */
export class Boundary extends Component<{ children: ComponentChildren }, { fault: unknown }> {
    override state = { fault: null };
    static override getDerivedStateFromError(fault: unknown): { fault: unknown } {
        return { fault };
    }
    override componentDidCatch(fault: unknown): void {
        console.error(fault);
    }
    override render(): ComponentChildren {
        return this.state.fault === null ? this.props.children : <FaultPage fault={this.state.fault} />;
    }
}
