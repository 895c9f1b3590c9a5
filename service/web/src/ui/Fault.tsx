// SPDX-License-Identifier: AGPL-3.0-or-later
import { Component, type ComponentChildren, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LostNetwork, Problem } from '../lib/api';
import { Link } from '../lib/router';
import { loadTexts, texts } from '../texts';
import { faultText } from './toast';

function headline(fault: unknown): string {
    const t = texts().common;
    if (fault instanceof LostNetwork) return t.noNetwork;
    return fault instanceof Problem && fault.status === 404 ? t.notFound : t.failed;
}

/** Shown instead of a page that failed. */
export function FaultPage({ fault, onAgain }: { fault: unknown; onAgain?: () => void }): JSX.Element {
    const t = texts().common;
    const [, again] = useState(0);
    useEffect(() => void loadTexts('reasons').then(() => again(1), () => undefined), []);
    return (
        <main id="content" class="narrow" data-part="fault">
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

/** Shown instead of a part of a page that failed. */
function FaultNote({ fault, onAgain }: { fault: unknown; onAgain: () => void }): JSX.Element {
    return (
        <div class="loading" data-part="part-fault" role="alert">
            <p>{faultText(fault)}</p>
            <button type="button" data-do="again" onClick={onAgain}>
                {texts().common.again}
            </button>
        </div>
    );
}

/** Shows a fault in the page's own code instead of a blank page; the rest stays. `whole`: it contains a whole page. */
export class Boundary extends Component<{ children: ComponentChildren; whole?: boolean }, { fault: unknown }> {
    override state = { fault: null };
    static override getDerivedStateFromError(fault: unknown): { fault: unknown } {
        return { fault };
    }
    override componentDidCatch(fault: unknown): void {
        console.error(fault);
    }
    override render(): ComponentChildren {
        const { fault } = this.state;
        if (fault === null) return this.props.children;
        return this.props.whole ? <FaultPage fault={fault} /> : <FaultNote fault={fault} onAgain={() => this.setState({ fault: null })} />;
    }
}
