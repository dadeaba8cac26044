import { hash } from 'node:crypto';
import { inspect } from 'node:util';
import type { Type } from '@nestjs/common';
import { InvalidRequestException, validationPipe } from '../../src/api/http/validation.js';

/** The parts of an OpenAPI schema that tell which values a field accepts. */
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly example?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** In place of a value: the field is left out. */
export const MISSING = Symbol('missing');

const UUID = '0192f0c1-2345-4678-9abc-def012345678';
/** Text of no known pattern. The letter at its start keeps it from being a number. */
const TEXT = `q${Array.from({ length: 129 }, (_, part) => hash('sha512', String(part))).join('')}`;
const HASH = hash('sha256', 'a picture');

/** Values that some field accepts. Only the rows are flattened. */
const PLAUSIBLE: readonly unknown[] = [
  ['Example text', 'An example of text', 'ann@example.org', UUID, 1, true, '1', 'true', { x: 1 }, [UUID]],
  [HASH, '2026-W47', '2026-11-21', '2026-11-21T12:00:00.000Z', 'https://example.org/a'],
].flat();
/** Values that most fields refuse, and text that some fields change. */
const ODD: readonly unknown[] = [
  [MISSING, null, '', ' ', false, 'false', 1.5, '1.5', 1e21, '1e21', '0x1', 'null'],
  [[], ['x'], [1], [null], {}, ['1', '2']],
  [' Example text ', ' Ann@Example.ORG ', 'a\u200Bb', 'a\nb', '\uD800'],
  [UUID.toUpperCase(), UUID.replace('-4', '-7'), UUID.replaceAll(/[^-]/g, '0')],
].flat();
/** Half characters, which make some functions throw. The record names them only then. */
const BROKEN = ['s\uD800@example.org', 'https://exam\uD800ple.org', 'Example \uDC00', '2026-11-2\uD800'];
/** Short names, for readable lines. */
const NAMES = new Map<unknown, string>([
  [MISSING, 'missing'],
  [HASH, 'SHA-256'],
  [UUID, 'UUID'],
  [UUID.toUpperCase(), 'UUID in capitals'],
  [UUID.replace('-4', '-7'), 'UUID v7'],
  [UUID.replaceAll(/[^-]/g, '0'), 'nil UUID'],
]);

const POWERS = Array.from({ length: 15 }, (_, power) => 2 ** power);
const AMOUNTS = [...POWERS, 2 ** 20, 2 ** 31, 2 ** 50];

/**
 * Values that grow: texts, emails and lists by length, integers by value. The record names the first and the last that get
 * the same answer.
 */
const LADDERS: Readonly<Record<string, { steps: readonly number[]; valueAt: (size: number) => unknown }>> = {
  text: { steps: [0, ...POWERS], valueAt: (size) => TEXT.slice(0, size) },
  email: {
    steps: [16, ...POWERS.slice(5, 11)],
    valueAt: (size) => `${`a@${'bbbbbbbbb.'.repeat(size)}`.slice(0, size - 4).replace(/\.$/, 'b')}.org`,
  },
  integer: {
    steps: [...AMOUNTS.map((amount) => -amount).toReversed(), 0, ...AMOUNTS],
    valueAt: (size) => size,
  },
  list: { steps: [0, ...POWERS.slice(0, 12)], valueAt: (size) => Array(size).fill(UUID) },
};

/** Finds out what the validation answers to values of the fields of one request class. */
export class FieldProbe {
  private readonly pipe = validationPipe();
  /** The required fields, with accepted values. */
  private base: Fields = {};

  constructor(
    private readonly type: 'body' | 'query',
    private readonly metatype: Type,
  ) {}

  /** Sets a required field to a value that is accepted. */
  async fill(path: string, schema: Schema): Promise<void> {
    for (const value of this.valuesFor(schema)) {
      if (!(await this.answerTo(path, value)).startsWith('refused')) {
        this.base = put(this.base, path, value);
        return;
      }
    }
    throw new Error(`${this.metatype.name}.${path} accepts no known value`);
  }

  /** A line for each answer to requests that are no objects, or have a field more. */
  async whole(): Promise<string[]> {
    const bodies = this.type === 'body' ? [undefined, null, '', 'x', 1, true, [], [{}]] : [];
    const answers = new Map<string, string[]>();
    for (const body of bodies) add(answers, await this.ask(body, (result) => show(result)), show(body));
    add(answers, await this.answerTo('unknown', 'x'), 'an unknown field');
    return linesOf(answers, '  ');
  }

  /** A line for each answer to values of a field. */
  async field(path: string, schema: Schema): Promise<string[]> {
    const answers = new Map<string, string[]>();
    for (const value of new Set([...ODD, ...this.valuesFor(schema)])) {
      if (this.isPossible(value)) add(answers, await this.answerTo(path, value), show(value));
    }
    for (const value of BROKEN) {
      const answer = await this.answerTo(path, value);
      if (answer.startsWith('throws')) add(answers, answer, show(value));
    }
    for (const [name, { steps, valueAt }] of Object.entries(LADDERS)) {
      const answerAt = (size: number) => this.answerTo(path, this.asSent(valueAt(size)), true);
      for (const [from, to, answer] of await runsOf(steps, answerAt)) {
        const low = from === steps[0] ? '…' : from;
        const high = to === steps.at(-1) ? '…' : to;
        add(answers, answer, from === to ? `${name} ${from}` : `${name} ${low}–${high}`);
      }
    }
    return linesOf(answers, '    ');
  }

  /** What becomes of a value, or why it is refused. A brief answer has its type only. */
  answerTo(path: string, value: unknown, isBrief = false): Promise<string> {
    const accepted = (result: unknown) => {
      const after = path.split('.').reduce<unknown>((part, key) => Object(part)[key], result);
      if (after === undefined) return 'absent';
      if (JSON.stringify(after) === JSON.stringify(value)) return 'unchanged';
      return isBrief ? `becomes another ${typeof after}` : `becomes ${show(after)}`;
    };
    return this.ask(put(this.base, path, value), accepted, `${path}.`);
  }

  private async ask(request: unknown, accepted: (result: unknown) => string, path = ''): Promise<string> {
    try {
      const { type, metatype } = this;
      return accepted(await this.pipe.transform(structuredClone(request), { type, metatype }));
    } catch (error) {
      if (!(error instanceof InvalidRequestException)) return `throws ${String(error)}`;
      const concernsIt = Object.keys(error.errors).some((at) => `${at}.`.startsWith(path));
      return `${concernsIt ? 'refused' : 'others refused'} ${JSON.stringify(error.errors)}`;
    }
  }

  private valuesFor({ items, enum: choices = items?.enum ?? [], example }: Schema): unknown[] {
    const first = choices.length > 0 ? [[choices[0]]] : [];
    const metadata: unknown[] = [...choices, ...first, ...(example === undefined ? [] : [example])];
    return [...metadata, ...PLAUSIBLE].filter((value) => this.isPossible(value));
  }

  /** Whether a request can contain a value: a query has only texts and lists of texts. */
  private isPossible(value: unknown): boolean {
    if (this.type === 'body' || value === MISSING || typeof value === 'string') return true;
    return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
  }

  private asSent(value: unknown): unknown {
    return this.type === 'query' && typeof value === 'number' ? String(value) : value;
  }
}

/** The fields with another one; `a.b` is the field `b` of the object `a`. */
function put(fields: Fields, path: string, value: unknown): Fields {
  const [name = '', ...rest] = path.split('.');
  if (rest.length > 0) return { ...fields, [name]: put(Object(fields[name]), rest.join('.'), value) };
  const { [name]: _, ...others } = fields;
  return value === MISSING ? others : { ...others, [name]: value };
}

/** Where the answer changes, as runs with the same answer. Bisects between steps with different answers. */
async function runsOf(
  steps: readonly number[],
  answerAt: (size: number) => Promise<string>,
): Promise<[from: number, to: number, answer: string][]> {
  const runs: [number, number, string][] = [];
  for (const step of steps) {
    const answer = await answerAt(step);
    for (let last = runs.at(-1); last && last[2] !== answer; last = runs.at(-1)) {
      let [, low] = last;
      let high = step;
      let changed = answer;
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        const there = await answerAt(middle);
        if (there === last[2]) low = middle;
        else [high, changed] = [middle, there];
      }
      last[1] = low;
      runs.push([high, high, changed]);
    }
    const last = runs.at(-1);
    if (last) last[1] = step;
    else runs.push([step, step, answer]);
  }
  return runs;
}

function add(answers: Map<string, string[]>, answer: string, value: string): void {
  answers.set(answer, [...(answers.get(answer) ?? []), value]);
}

function linesOf(answers: ReadonlyMap<string, readonly string[]>, indent: string): string[] {
  return [...answers].map(([answer, values]) => `${indent}${answer} ← ${values.join(', ')}`);
}

function show(value: unknown): string {
  const name = NAMES.get(value);
  if (name !== undefined) return name;
  const text = inspect(value, { breakLength: Infinity, maxArrayLength: 3, maxStringLength: 70 });
  return text.replaceAll(/[\u200B\uD800]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}
