import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { Rejected } from '../../kernel/aggregate.js';
import type { Scalar } from '../../kernel/query.js';

/** The message for an invalid cursor, without the full stop. */
export const NO_SUCH_PAGE = 'This page of the list does not exist. Please start again';

/** A cursor: opaque to clients, and valid for one list only. */
export function encodeCursor(list: readonly string[], values: readonly Scalar[]): string {
  return Buffer.from(JSON.stringify([...list, ...values])).toString('base64url');
}

/** The `length` values of a cursor of this list. @throws Rejected (invalid) for an invalid cursor */
export function decodeCursor(cursor: string, list: readonly string[], length: number): readonly Scalar[] {
  const values = parse(cursor);
  const isOurs =
    Array.isArray(values) &&
    values.length === list.length + length &&
    values.every((value) => typeof value === 'string') &&
    list.every((part, index) => values[index] === part);
  if (!isOurs) throw new Rejected('invalid', `${NO_SUCH_PAGE}.`);
  return values.slice(list.length) as string[];
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

const CURSOR = { message: NO_SUCH_PAGE };

/** Which page of a list to return. */
export class PageRequest {
  @ApiPropertyOptional({ maxLength: 500, description: 'From the `Link` header of the page before.' })
  @IsOptional()
  @IsString(CURSOR)
  @MaxLength(500, CURSOR)
  readonly cursor?: string;
}
