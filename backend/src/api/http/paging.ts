import type { Type } from '@nestjs/common';
import type { ApiResponseNoStatusOptions } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Optional, Text } from '../../contract/fields.js';
import { Rejected } from '../../kernel/aggregate.js';
import { schemaOf, time } from '../../kernel/field.js';
import type { CursorPart, Scalar } from '../../kernel/query.js';
import { Counted } from './list-filters.js';

const ISO_TIME = new RegExp(schemaOf(time).pattern ?? '');

/** The message for an invalid cursor, without the full stop. */
export const NO_SUCH_PAGE = 'This page of the list does not exist. Please start again';

/** A cursor: opaque to clients, and valid for one list only. */
export function encodeCursor(list: readonly string[], values: readonly Scalar[]): string {
  return Buffer.from(JSON.stringify([...list, ...values])).toString('base64url');
}

/** The values of a cursor of this list. @throws Rejected (invalid) for any other cursor */
export function decodeCursor(
  cursor: string,
  list: readonly string[],
  parts: readonly CursorPart[],
): readonly Scalar[] {
  const values = parse(cursor);
  const isOurs =
    Array.isArray(values) &&
    values.length === list.length + parts.length &&
    list.every((name, index) => values[index] === name) &&
    parts.every((part, index) => isA(part, values[list.length + index]));
  if (!isOurs) throw new Rejected('invalid', `${NO_SUCH_PAGE}.`);
  return values.slice(list.length) as Scalar[];
}

function isA(part: CursorPart, value: unknown): boolean {
  if (part === 'number') return Number.isSafeInteger(value) && (value as number) >= 0;
  if (typeof value !== 'string') return false;
  if (part === 'text') return value !== '' && value.isWellFormed();
  if (part === 'time') return ISO_TIME.test(value) && !Number.isNaN(Date.parse(value));
  return part.includes(value);
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

export class PageRequest {
  @Optional(Text, {
    max: 500,
    filled: true,
    about: 'From the `Link` header of the page before.',
    message: NO_SUCH_PAGE,
  })
  readonly cursor?: string;
}

/** The longest page of a list of the back office. */
export const LONGEST_PAGE = 100;
/** How many rows such a page has by default. */
export const DEFAULT_PAGE = 50;

/** The number of rows of a page of the back office. */
export const PageLimit = () =>
  Counted({
    min: 1,
    max: LONGEST_PAGE,
    default: DEFAULT_PAGE,
    message: `A page has 1 to ${LONGEST_PAGE} rows`,
  });

/** What the contract says of the header with the address of the next page. */
export const LINK = { Link: { description: '<…>; rel="next"', schema: { type: 'string' } } } as const;

/** What the contract says of a list whose next page is in the header `Link`. */
export function pageOf(item: Type): ApiResponseNoStatusOptions {
  return { type: [item], headers: LINK };
}

/** The header `Link` to the next page. */
export function linkTo(address: string): { readonly headers: { readonly link: string } } {
  return { headers: { link: `<${address}>; rel="next"` } };
}

/** Sets the header `Link` to the address of the next page. */
export function linkNext(reply: FastifyReply, path: string, query: Readonly<Record<string, string>>): void {
  void reply.headers(linkTo(`${path}?${new URLSearchParams(query).toString()}`).headers);
}

interface CutPage<Row> {
  readonly path: string;
  /** The parameters of the call, except for the limit and the cursor. */
  readonly filters?: Readonly<Record<string, string>>;
  readonly limit: number;
  /** What the cursors of the list begin with. */
  readonly list: readonly string[];
  /** The values of the cursor that leads to the rows after this one. */
  readonly after: (row: Row) => readonly Scalar[];
}

/** Cuts rows, of which one more was read than fits on the page. If that one is there, links to the next page. */
export function cutPage<Row>(
  found: readonly Row[],
  { path, filters = {}, limit, list, after }: CutPage<Row>,
  reply: FastifyReply,
): readonly Row[] {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  if (last !== undefined && found.length > limit) {
    const cursor = encodeCursor(list, after(last));
    linkNext(reply, path, { ...filters, limit: String(limit), cursor });
  }
  return page;
}
