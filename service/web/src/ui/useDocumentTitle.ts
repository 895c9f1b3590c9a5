// SPDX-License-Identifier: AGPL-3.0-or-later
import { useEffect } from 'preact/hooks';
import { texts } from '../texts';

/** Sets the document's title while a component is shown; afterwards it is the page's name again. */
export function useDocumentTitle(title: string): void {
    useEffect(() => {
        document.title = title;
    }, [title]);
    useEffect(
        () => () => {
            document.title = texts().common.name;
        },
        [],
    );
}
