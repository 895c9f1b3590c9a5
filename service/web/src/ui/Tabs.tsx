// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ComponentChildren, JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Boundary } from './Fault';
import { useEdges } from './useEdges';

export interface Tab {
    key: string;
    label: string;
    /** A count of new things in the tab, shown next to its label. */
    mark?: number | undefined;
    body: () => ComponentChildren;
}

/** Tabs with the usual keyboard behavior: arrow keys move between them. Only the chosen tab's body is rendered. */
export function Tabs({ tabs, label, chosen, onChoose }: { tabs: Tab[]; label: string; chosen?: string; onChoose?: (key: string) => void }): JSX.Element {
    const id = useId();
    const [own, setOwn] = useState(tabs[0]?.key ?? '');
    const current = tabs.find(({ key }) => key === (chosen ?? own)) ?? tabs[0];
    const list = useEdges<HTMLDivElement>(current?.key ?? '');
    const choose = (key: string): void => {
        setOwn(key);
        onChoose?.(key);
    };
    const step = (event: KeyboardEvent): void => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (by === undefined || !current) return;
        event.preventDefault();
        const at = (tabs.indexOf(current) + by + tabs.length) % tabs.length;
        choose(tabs[at]?.key ?? '');
        list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus();
    };
    return (
        <div class="tabs">
            <div class="edges" role="tablist" aria-label={label} ref={list} onKeyDown={step}>
                {tabs.map(({ key, label: name, mark }) => (
                    <button type="button" role="tab" key={key} id={`${id}-${key}`} aria-selected={key === current?.key} aria-controls={`${id}-body`} tabIndex={key === current?.key ? 0 : -1} onClick={() => choose(key)}>
                        {name}
                        {mark ? <span class="mark">{mark}</span> : null}
                    </button>
                ))}
            </div>
            <div role="tabpanel" id={`${id}-body`} aria-labelledby={`${id}-${current?.key}`} tabIndex={0}>
                <Boundary key={current?.key}>{current?.body()}</Boundary>
            </div>
        </div>
    );
}
