// SPDX-License-Identifier: AGPL-3.0-or-later
// The meaning of an order, as a sentence in the reader's language.
import type { PlaceWords } from '../../narration/places';
import { cardName } from '../../../lib/cardName';
import { formatter } from '../../../texts/format';
import { either, list } from '../../../lib/list';
import { language, moment, texts } from '../../../texts';
import type { Board, Kind, Wonder } from '../../../types';
import { cardsText } from '../../../lib/cardsText';
import { facts, moves } from './forms';
import { type Condition, type FieldType, fieldsOf, type Form, read, readCards, readCondition, type Values } from './notation';
import type { OfferRule, PlanStep } from './model';

export interface Speaker {
    board: Board;
    places: PlaceWords;
    /** The name of a player, by color. */
    name: (color: string) => string;
    seatName: (seat: number) => string;
}

/** The edge between two intersections, from a text such as "14-19". */
export const edgeNamed = (board: Board, text: string): number | undefined => {
    const ends = text.split('-').map(Number).sort((a, b) => a - b);
    return board.edges.find(({ vertices }) => [...vertices].sort((a, b) => a - b).join() === ends.join())?.id;
};

function fieldText(type: FieldType, value: string, speaker: Speaker): string {
    const t = texts();
    switch (type) {
        case 'vertex':
            return speaker.places.atVertex(Number(value));
        case 'edge':
            return speaker.places.edge(edgeNamed(speaker.board, value) ?? -1);
        case 'hex':
            return speaker.places.hex(Number(value));
        case 'seat':
            return speaker.name(value);
        case 'kind':
        case 'resource':
        case 'commodity':
            return t.common.kinds[value as Kind] ?? value;
        case 'track':
            return (t.common.tracks as Record<string, string>)[value] ?? value;
        case 'cards':
            return cardsText(readCards(value));
        case 'compare':
            return t.orders.compare[value] ?? value;
        case 'measure':
        case 'own':
            return t.orders.measures[value] ?? value;
        case 'card':
            return cardName(value);
        case 'neutral':
            return t.common.colors[value] ?? value;
        case 'wonder':
            return t.common.wonders[value as Wonder] ?? value;
        default:
            return value;
    }
}

/** A form as text; empty fields are "…". */
function formText(form: Form, values: Values, speaker: Speaker): string {
    const t = texts().orders;
    const fields = new Map(fieldsOf(form.pattern).map((field) => [field.name, field]));
    const text = (t.moves[form.id] ?? t.facts[form.id] ?? form.id).replace(/\{(\w+)\}/g, (_, name: string) => {
        const field = fields.get(name);
        const value = values[name];
        if (!value && field?.optional) return field.type === 'seat' && facts.includes(form) ? t.ofMine : '';
        if (!value) return '…';
        const said = fieldText(field?.type ?? 'count', value, speaker);
        return field?.type === 'seat' && field.optional ? t.of(said) : said;
    });
    return text.replace(/ +/g, ' ').trim();
}

export const formLabel = (form: Form): string => (texts().orders.moves[form.id] ?? texts().orders.facts[form.id] ?? form.id).replace(/\{\w+\}/g, '…').replace(/… …/g, '…');

function moveText(move: string, speaker: Speaker): string {
    const found = read(moves, move);
    return found ? formText(found.form, found.values, speaker) : `“${move}”`;
}

export function conditionText(condition: Condition, speaker: Speaker): string {
    const t = texts().orders.say;
    return condition.facts.map(({ form, values, not }) => (not ? t.not(formText(form, values, speaker)) : formText(form, values, speaker))).reduce((one, other) => (condition.join === 'and' ? t.both : t.either)(one, other));
}

function ifText(text: string | undefined, speaker: Speaker): string {
    if (!text) return '';
    const condition = readCondition(facts, text);
    return condition ? conditionText(condition, speaker) : `“${text}”`;
}

const kindsText = (kinds: Kind[]): string => either(kinds.map((kind) => texts().common.kinds[kind]));

function offersText({ from, answer }: OfferRule, when: string[], speaker: Speaker): string {
    const t = texts().orders.say.offers[answer];
    const where = formatter(Intl.ListFormat, language(), {}).format(when);
    const names = from ? list(from.map(speaker.seatName)) : '';
    if (!from) return where === '' ? t.any : t.where(where);
    return where === '' ? t.from(names) : t.fromWhere(names, where);
}

export function offerText(rule: OfferRule, speaker: Speaker): string {
    const t = texts().orders.say;
    const when = [
        ...(rule.give ? [t.giveOnly(kindsText(rule.give))] : []),
        ...(rule.give_at_most ? [t.giveMost(rule.give_at_most)] : []),
        ...(rule.get ? [t.getOnly(kindsText(rule.get))] : []),
        ...(rule.get_at_least ? [t.getLeast(rule.get_at_least)] : []),
        ...(rule.rate ? [t.rate(rule.rate.give, rule.rate.get)] : []),
        ...(rule.keep ? [t.keep(cardsText(rule.keep))] : []),
    ];
    const limits = [...(rule.if ? [ifText(rule.if, speaker)] : []), ...(rule.times ? [t.times(rule.times)] : []), ...(rule.until ? [t.until(moment(rule.until))] : []), ...(rule.until_turn ? [t.untilTurn(rule.until_turn)] : [])];
    const sentence = offersText(rule, when, speaker);
    return limits.length > 0 ? t.limited(sentence, limits.join(', ')) : t.whole(sentence);
}

export function stepText(step: PlanStep, speaker: Speaker): string {
    const t = texts().orders;
    const condition = ifText(step.if, speaker);
    const move = moveText(step.move, speaker);
    const said = t.say.step[step.when === 'before_roll' ? 'before' : 'after'];
    const text = condition === '' ? said.always(move) : said.ifNot(move, condition, t.plan.otherwises[step.otherwise]);
    return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A note that the server made about an order, in the reader's language if there is a text for it. */
export function noteText(text: string): string {
    for (const [pattern, said] of texts().orders.noteKinds) {
        const source = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')).join('(.*)');
        const found = new RegExp(`^${source}$`).exec(text);
        if (found) return said.replace(/\{(\d)\}/g, (_, group: string) => found[Number(group)] ?? '');
    }
    return text;
}
