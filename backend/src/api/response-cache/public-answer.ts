import { NotFoundException } from '@nestjs/common';

/** What a public answer says, to visitors and to everyone else. */
export interface Composed {
  /** Anything that JSON can say, or bytes. Objects that stay the same are serialised once. */
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it may still be sent, although nothing that was read has changed. */
  readonly holds?: () => boolean;
}

/** The public answer of a route. Everyone gets the same, so it is composed once and kept until something in it changes. */
export class PublicAnswer {
  /** What the answer depends on besides the views: the route, and its parameters. */
  readonly key: string;

  /**
   * @param compose uses nothing of the request that is not in the key; null if there is no public answer
   * @param otherwise the answer to this request if there is no public one, which is not kept; by default an error
   * @param lagMs how long it may show figures as they were, in milliseconds: composing it takes longer than they last
   */
  constructor(
    key: readonly unknown[],
    readonly compose: () => Promise<Composed | null>,
    readonly otherwise: () => Promise<object> = notFound,
    readonly lagMs = 0,
  ) {
    this.key = JSON.stringify(key);
  }
}

async function notFound(): Promise<never> {
  throw new NotFoundException();
}

const texts = new WeakMap<object, string>();

/** The JSON of a body. The rows of a list, and of the lists in an object, are serialised once each. */
export function jsonOf(body: object): string {
  if (Array.isArray(body)) return listOf(body);
  const fields = Object.entries(body);
  if (!fields.some(([, value]) => isList(value))) return rowOf(body);
  const parts = fields.flatMap(([name, value]) =>
    value === undefined ? [] : `${JSON.stringify(name)}:${isList(value) ? listOf(value) : rowOf(value)}`,
  );
  return `{${parts.join(',')}}`;
}

function isList(value: unknown): value is readonly object[] {
  return Array.isArray(value) && typeof value[0] === 'object';
}

function listOf(rows: readonly unknown[]): string {
  return `[${rows.map(rowOf).join(',')}]`;
}

function rowOf(row: unknown): string {
  if (typeof row !== 'object' || row === null) return JSON.stringify(row);
  let text = texts.get(row);
  if (text === undefined) texts.set(row, (text = JSON.stringify(row)));
  return text;
}
