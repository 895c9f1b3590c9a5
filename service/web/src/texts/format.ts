// SPDX-License-Identifier: AGPL-3.0-or-later
// Formatters of dates, numbers and lists. Creating one takes a hundred times as long as using it, so they are cached.

const kept = new Map<string, unknown>();

/** The formatter of a kind (Intl.DateTimeFormat, …) for a language and options; the same object each time. */
export function formatter<Formatter, Options>(Kind: new (language: string, options: Options) => Formatter, language: string, options: Options): Formatter {
    const key = `${Kind.name} ${language} ${JSON.stringify(options)}`;
    const known = kept.get(key) as Formatter | undefined;
    if (known) return known;
    const made = new Kind(language, options);
    kept.set(key, made);
    return made;
}
