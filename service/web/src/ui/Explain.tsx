// SPDX-License-Identifier: AGPL-3.0-or-later
// Explains an element in place: a box next to any element with data-explain="about", for a mouse that rests on it
// (data-rest: for this many milliseconds), a long press, and keyboard focus; with data-explain-tap also for a tap. The
// box ignores the pointer, so it never blocks anything.
import { type ComponentType, h, type JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

const restMs = 450;
/** A long press can move this many CSS pixels. */
const slack = 9;
const gap = 8;
const widthMost = 320;

/** What the body gets: the subject, and the element's own title, which the box replaces. */
export interface ExplainProps {
    about: string;
    note: string | null;
}

interface Shown extends ExplainProps {
    of: Element;
}

const explained = (target: EventTarget | null): Element | null => (target instanceof Element ? target.closest('[data-explain]') : null);

/** Follows pointer and focus; calls SHOW with the element they rest on, and with null when they leave. */
class Watch {
    #timer: ReturnType<typeof setTimeout> | undefined;
    #at: Element | null = null;
    #title: string | null = null;
    #from = { x: 0, y: 0 };
    /** A long press is not a tap. */
    #stayed = false;
    /** The last position of the mouse. An element that moves under a resting mouse does not count as pointed at. */
    #mouse = { x: -1, y: -1 };
    /** A pressed element stays silent until the mouse has left it. */
    #pressed: Element | null = null;

    constructor(readonly show: (shown: Shown | null) => void) {}

    /** The box shows the element's title as well; the browser's own tooltip would cover the rest. */
    #take(of: Element): void {
        this.#at = of;
        this.#title = of.getAttribute('title');
        of.removeAttribute('title');
    }

    #rest(of: Element | null, touch = false): void {
        this.leave();
        const about = of?.getAttribute('data-explain');
        if (!of || !about) return;
        this.#take(of);
        this.#timer = setTimeout(() => {
            this.#stayed = touch;
            if (of.isConnected) this.show({ about, of, note: this.#title });
        }, touch ? restMs : Number(of.closest('[data-rest]')?.getAttribute('data-rest') ?? restMs));
    }

    /** Starts with an element that the mouse already rests on: no event reports that. */
    begin(): void {
        if (matchMedia('(hover: hover)').matches) this.#rest(explained([...document.querySelectorAll(':hover')].at(-1) ?? null));
    }

    leave(): void {
        clearTimeout(this.#timer);
        if (this.#title !== null && !this.#at?.hasAttribute('title')) this.#at?.setAttribute('title', this.#title);
        this.#at = this.#title = null;
        this.show(null);
    }

    /** A tap on an element that has no other effect there explains it at once. */
    #tap(target: EventTarget | null): boolean {
        const of = target instanceof Element ? target.closest('[data-explain-tap]') : null;
        const about = of?.getAttribute('data-explain');
        if (!of || !about) return false;
        this.leave();
        this.#take(of);
        this.show({ about, of, note: this.#title });
        return true;
    }

    readonly handlers: Record<string, (event: never) => void> = {
        pointerover: ({ pointerType, buttons, target }: PointerEvent) => {
            if (pointerType !== 'mouse') return;
            const of = explained(target);
            if (of !== this.#pressed) this.#pressed = null;
            if (buttons === 0 && of !== this.#at) this.leave();
        },
        pointerdown: ({ pointerType, target, clientX, clientY }: PointerEvent) => {
            this.#stayed = false;
            this.#from = { x: clientX, y: clientY };
            if (pointerType === 'mouse') {
                this.#mouse = this.#from;
                this.#pressed = explained(target);
                this.leave();
            } else this.#rest(explained(target), true);
        },
        pointermove: ({ pointerType, buttons, target, clientX, clientY }: PointerEvent) => {
            if (pointerType === 'mouse' && (clientX !== this.#mouse.x || clientY !== this.#mouse.y)) {
                this.#mouse = { x: clientX, y: clientY };
                const of = explained(target);
                if (buttons === 0 && of && of !== this.#at && of !== this.#pressed) this.#rest(of);
            }
            if (pointerType !== 'mouse' && !this.#stayed && Math.hypot(clientX - this.#from.x, clientY - this.#from.y) > slack) this.leave();
        },
        pointerup: ({ pointerType }: PointerEvent) => {
            if (pointerType !== 'mouse' && !this.#stayed) this.leave();
        },
        pointercancel: () => this.leave(),
        click: (event: MouseEvent) => {
            if (!this.#stayed && !this.#tap(event.target)) return;
            this.#stayed = false;
            event.preventDefault();
            event.stopPropagation();
        },
        contextmenu: (event: MouseEvent) => {
            if (this.#stayed) event.preventDefault();
        },
        focusin: ({ target }: FocusEvent) => {
            if (target instanceof Element && target.matches(':focus-visible')) this.#rest(explained(target));
        },
        focusout: () => this.leave(),
        keydown: () => this.leave(),
        scroll: () => this.leave(),
    };
}

/** Above or below the element, within the window; for one of the actions, above or below all of them. */
function place(of: Element): Record<string, string> {
    const { left, width } = of.getBoundingClientRect();
    const { top, bottom } = (of.closest('[data-part=actions]') ?? of).getBoundingClientRect();
    const wide = Math.min(widthMost, innerWidth - 2 * gap);
    const x = Math.min(Math.max(gap, left + width / 2 - wide / 2), innerWidth - wide - gap);
    const across = { left: `${x}px`, width: `${wide}px` };
    return top > innerHeight / 2 ? { ...across, bottom: `${innerHeight - top + gap}px` } : { ...across, top: `${bottom + gap}px` };
}

/** BODY renders the explanation of ABOUT, or nothing. */
export default function Explain({ body }: { body: ComponentType<ExplainProps> }): JSX.Element | null {
    const [shown, setShown] = useState<Shown | null>(null);
    useEffect(() => {
        const watch = new Watch(setShown);
        const all = Object.entries(watch.handlers) as [string, EventListener][];
        for (const [type, handle] of all) document.addEventListener(type, handle, true);
        watch.begin();
        return () => {
            for (const [type, handle] of all) document.removeEventListener(type, handle, true);
            watch.leave();
        };
    }, []);
    // In the top layer, wherever it is in the document.
    const box = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => box.current?.showPopover(), [shown]);
    if (!shown?.of.isConnected) return null;
    return (
        <div ref={box} popover="manual" class="explain" data-part="explain" data-about={shown.about} style={place(shown.of)}>
            {h(body, { key: shown.about, about: shown.about, note: shown.note })}
        </div>
    );
}
