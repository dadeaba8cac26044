import type { TrailSubject } from '../../domain/trail/trail.js';

/** Enough for every safe integer. */
const DIGITS = 11;

/** The id of the line at a position. In the order of their ids, lines are in the order of the log. */
export function lineIdOf(position: number): string {
  return position.toString(36).padStart(DIGITS, '0');
}

/** All ids of lines begin with a lower digit: the greatest safe integer begins with 2. */
export const AFTER_LINES = '3';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const UUID_LENGTH = 36;
const HASH = /^[0-9a-f]{64}$/;

/**
 * An id as the view keeps it: base64url of a UUID or a hash, as each id is stored in the document and in an index. The id of a
 * report or a rating has two UUIDs. Any other id stays as it is, behind `=`, which is no digit of base64url.
 */
export function shortId(id: string): string {
  if (id.length === UUID_LENGTH && UUID.test(id)) return packed(id.replaceAll('-', ''));
  if (HASH.test(id)) return packed(id);
  const [first, second] = [id.slice(0, UUID_LENGTH), id.slice(UUID_LENGTH + 1)];
  const isPair = id[UUID_LENGTH] === '-' && UUID.test(first) && UUID.test(second);
  return isPair ? `${shortId(first)}.${shortId(second)}` : `=${id}`;
}

/** The id that {@link shortId} got. */
export function wholeId(short: string): string {
  if (short.startsWith('=')) return short.slice(1);
  const [first = '', second] = short.split('.');
  if (second !== undefined) return `${wholeId(first)}-${wholeId(second)}`;
  const digits = Buffer.from(short, 'base64url').toString('hex');
  if (digits.length === 64) return digits;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A subject as the view keeps it. */
export function shortSubject({ kind, id }: TrailSubject): string {
  return `${kind}:${shortId(id)}`;
}

export function wholeSubject(short: string): TrailSubject {
  const colon = short.indexOf(':');
  return { kind: short.slice(0, colon) as TrailSubject['kind'], id: wholeId(short.slice(colon + 1)) };
}

function packed(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64url');
}
