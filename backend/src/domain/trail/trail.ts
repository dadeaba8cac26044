import type { TrailEntry } from '../../kernel/event.js';
import { catalogue } from '../events.js';

/** What a line of the audit trail can be about. */
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

export interface TrailSubject {
  readonly kind: TrailKind;
  readonly id: string;
}

/** A piece of a sentence: plain text, who caused the event, what it is about, or a value of its data. */
export type TrailPart =
  | { readonly text: string }
  | { readonly actor: true }
  | { readonly subject: TrailSubject }
  | { readonly value: unknown; readonly format: string | null };

interface Said {
  readonly type: string;
  readonly data: object;
}

/** What an event is about, each subject once, in the order of its catalogue entry. */
export function subjectsOf({ type, data }: Said): readonly TrailSubject[] {
  const { about = {} } = entryOf(type);
  const found = Object.entries(about).flatMap(([field, kind]) => {
    const id = valueAt(data, field);
    return typeof id === 'string' && id !== '' ? [{ kind: kind as TrailKind, id }] : [];
  });
  return found.filter(
    ({ kind, id }, index) => found.findIndex((other) => other.kind === kind && other.id === id) === index,
  );
}

/** The code of the reason that an event gives; null for none. */
export function reasonOf({ type, data }: Said): string | null {
  const { reason } = entryOf(type);
  const code = reason === undefined ? null : valueAt(data, reason);
  return typeof code === 'string' ? code : null;
}

const PARAMETER = /\{([A-Za-z.]+)(?:\|([a-z]+))?(?:\?([^}]*))?\}/g;

/** The sentence of an event, in pieces. */
export function sentenceOf({ type, data }: Said): readonly TrailPart[] {
  const { says, about = {} } = entryOf(type);
  const parts: TrailPart[] = [];
  let end = 0;
  for (const { 0: whole, 1: field = '', 2: format = null, 3: words = null, index } of says.matchAll(
    PARAMETER,
  )) {
    if (index > end) parts.push({ text: says.slice(end, index) });
    end = index + whole.length;
    const value = valueAt(data, field);
    const kind = about[field];
    if (field === 'actor') parts.push({ actor: true });
    else if (value === null || value === undefined)
      parts.push(words === null ? { value: null, format } : { text: words });
    else if (kind !== undefined) parts.push({ subject: { kind: kind as TrailKind, id: String(value) } });
    else parts.push({ value, format });
  }
  if (end < says.length) parts.push({ text: says.slice(end) });
  return parts;
}

function entryOf(type: string): TrailEntry {
  const specs: Readonly<Record<string, { readonly trail?: TrailEntry } | undefined>> = catalogue;
  return specs[type]?.trail ?? { says: `{actor} caused ${type}.` };
}

function valueAt(data: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | null)?.[name], data);
}
