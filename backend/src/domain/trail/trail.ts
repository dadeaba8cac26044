import type { EventSpec, TrailAbout, TrailEntry } from '../../kernel/event.js';
import { wholeCatalogue } from '../events.js';

/**
 * What a line of the audit trail can be about. A `picture` is one on the block list, by its hash; `stripe` is anything that
 * Stripe gave an id. A report has the id of `reportIdOf`; an appeal that of the act, and a boost that of the payment.
 */
export const TRAIL_KINDS = [
  'post',
  'photo',
  'comment',
  'report',
  'person',
  'admin',
  'invitation',
  'proposal',
  'act',
  'appeal',
  'payment',
  'boost',
  'stripe',
  'picture',
  'week',
] as const;
export type TrailKind = (typeof TRAIL_KINDS)[number];

/**
 * How a value of a sentence is shown: `money`; `time` from an ISO text; `duration` from milliseconds; `words` from a
 * code, such as `not in the log`, `async-failed` or `PostHidden`; `reason` from the code of a reason; `list` from texts;
 * `achievement` from an `Achievement`. A value without a format is shown as it is.
 */
export const TRAIL_FORMATS = ['money', 'time', 'duration', 'words', 'reason', 'list', 'achievement'] as const;
export type TrailFormat = (typeof TRAIL_FORMATS)[number];

export interface TrailSubject {
  readonly kind: TrailKind;
  readonly id: string;
}

/** A piece of a sentence: plain text, who caused the event, what it is about, or a value of its data. */
export type TrailPart =
  | { readonly text: string }
  | { readonly actor: true }
  | { readonly subject: TrailSubject }
  | { readonly value: unknown; readonly format: TrailFormat | null };

interface Said {
  readonly type: string;
  readonly data: object;
}

/** What an event is about, each subject once, in the order of its catalogue entry. */
export function subjectsOf({ type, data }: Said): readonly TrailSubject[] {
  const found: TrailSubject[] = [];
  for (const [path, stands] of entryOf(type).places) {
    for (const { kind, id } of subjectsAt(data, path, stands)) {
      if (!found.some((other) => other.id === id && other.kind === kind)) found.push({ kind, id });
    }
  }
  return found;
}

/** Whose the personal fields of an event are; null for an event without such fields. */
export function personIn({ type, data }: Said): TrailSubject | null {
  const { person, places } = entryOf(type);
  const found = places.flatMap(([path, stands]) =>
    path === person ? subjectsAt(data, path, stands, true) : [],
  );
  return found[0] ?? null;
}

/** The code of the reason that an event gives; null for none. */
export function reasonOf({ type, data }: Said): string | null {
  const { reason } = entryOf(type);
  const [code] = reason === undefined ? [] : valuesAt(data, reason);
  return typeof code === 'string' ? code : null;
}

const PARAMETER = /\{([\w.:+]+)(?:\|([a-z]+))?(?:\?([^:}]*)(?::([^}]*))?)?\}/g;

/** A parameter of a sentence: `{path|format?yes:no}`; without `:no`, `yes` has the words for null. */
export interface TrailParameter {
  readonly path: string;
  readonly format: TrailFormat | null;
  readonly yes: string | null;
  readonly no: string | null;
}

/** A sentence in its pieces: plain texts and parameters. */
export function piecesOf(says: string): readonly (string | TrailParameter)[] {
  const pieces: (string | TrailParameter)[] = [];
  let end = 0;
  for (const { 0: whole, 1: path = '', 2: format, 3: yes = null, 4: no = null, index } of says.matchAll(
    PARAMETER,
  )) {
    pieces.push(says.slice(end, index), { path, format: (format ?? null) as TrailFormat | null, yes, no });
    end = index + whole.length;
  }
  return [...pieces, says.slice(end)].filter((piece) => piece !== '');
}

/** The sentence of an event, in pieces. */
export function sentenceOf({ type, data }: Said): readonly TrailPart[] {
  const { says, about = {} } = entryOf(type);
  return piecesOf(says).flatMap((piece) =>
    typeof piece === 'string' ? [{ text: piece }] : partsOf(piece, data, about[piece.path]),
  );
}

function partsOf(
  { path, format, yes, no }: TrailParameter,
  data: object,
  stands: TrailAbout | undefined,
): readonly TrailPart[] {
  if (path === 'actor') return [{ actor: true }];
  const [value] = valuesAt(data, path);
  if (yes !== null && (no !== null || isNone(value))) {
    const words = no === null || (value !== false && !isNone(value)) ? yes : no;
    return words === '' ? [] : [{ text: words }];
  }
  const [first, ...others] = stands === undefined ? [] : subjectsAt(data, path, stands, true);
  if (!first) return [{ value: value ?? null, format }];
  return [{ subject: first }, ...others.flatMap((other) => [{ text: ', ' }, { subject: other }])];
}

/** The subjects whose ids are at a path, in each kind that they stand for or in the first one only. */
function subjectsAt(data: object, path: string, stands: TrailAbout, isFirst = false): TrailSubject[] {
  const kinds = kindsOf(stands, data);
  const most = isFirst ? Math.min(1, kinds.length) : kinds.length;
  const found: TrailSubject[] = [];
  for (const value of valuesAt(data, path)) {
    for (const id of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      if (typeof id !== 'string' || id === '') continue;
      for (let index = 0; index < most; index += 1) found.push(subject(String(kinds[index]), id));
    }
  }
  return found;
}

/** Disputes at Stripe suspend accounts, as acts of admins do. */
const AT_STRIPE = /^[a-z]+_/;

function subject(kind: string, id: string): TrailSubject {
  return { kind: kind === 'act' && AT_STRIPE.test(id) ? 'stripe' : (kind as TrailKind), id };
}

function kindsOf(stands: TrailAbout, data: object): readonly string[] {
  if (typeof stands === 'string') return [stands];
  if (!('by' in stands)) return stands;
  const kind = stands.kinds[String(valuesAt(data, stands.by)[0])];
  return kind === undefined ? [] : [kind];
}

function isNone(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

interface Entry extends TrailEntry {
  /** The paths of its subjects, and what they stand for: a list, because a rebuild reads it for each event. */
  readonly places: readonly (readonly [string, TrailAbout])[];
  /** The path of the person whose key its personal fields are sealed with; null without such fields. */
  readonly person: string | null;
}

const ENTRIES: ReadonlyMap<string, Entry> = new Map(
  Object.entries<EventSpec>(wholeCatalogue).map(([type, { trail, personal }]) => [
    type,
    {
      ...trail,
      places: Object.entries((trail.about ?? {}) as Readonly<Record<string, TrailAbout>>),
      person: personal?.subject ?? null,
    },
  ]),
);

function entryOf(type: string): Entry {
  const entry = ENTRIES.get(type);
  if (!entry) throw new Error(`the event ${type} is not in the catalogue`);
  return entry;
}

type ValuesIn = (data: object) => readonly unknown[];

/** How the values at each path are found. Paths come from the catalogue only, so there are few. */
const ways = new Map<string, ValuesIn>();

/** The values at a path: more than one if it leads through a list, undefined for what is missing. */
export function valuesAt(data: object, path: string): readonly unknown[] {
  const known = ways.get(path);
  if (known) return known(data);
  const way = wayTo(path);
  ways.set(path, way);
  return way(data);
}

function wayTo(path: string): ValuesIn {
  const [, prefix, field = ''] = /^(\w+:)(.*)$/.exec(path) ?? [];
  if (prefix !== undefined) {
    const isPrefixed = (value: unknown) => typeof value === 'string' && value.startsWith(prefix);
    return (data) =>
      valuesAt(data, field).flatMap((value) =>
        isPrefixed(value) ? [String(value).slice(prefix.length)] : [],
      );
  }
  const [one, other] = path.split('+');
  // An id is whole or missing.
  if (other !== undefined) {
    return (data) =>
      valuesAt(data, String(one)).flatMap((start) =>
        valuesAt(data, other).flatMap((end) => (isNone(start) || isNone(end) ? [] : [`${start}-${end}`])),
      );
  }
  const names = path.split('.');
  // Most paths are a field of the event.
  if (names.length === 1) return (data) => [(data as Readonly<Record<string, unknown>>)[path]];
  return (data) => names.reduce<readonly unknown[]>((parts, name) => parts.flatMap(valuesOf(name)), [data]);
}

function valuesOf(name: string): (part: unknown) => readonly unknown[] {
  const valueIn = (part: unknown) => (part as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return (part) => (Array.isArray(part) && name !== 'length' ? part.map(valueIn) : [valueIn(part)]);
}
