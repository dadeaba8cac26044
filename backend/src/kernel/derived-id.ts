import { hash } from 'node:crypto';

/**
 * An id in the format of a UUID. The same parts give the same id, so what has the id is done once, however often it is
 * asked for. A caller who chooses one of the parts cannot choose an id that exists already.
 */
export function derivedId(...parts: readonly [string, ...string[]]): string {
  const digits = hash('sha256', parts.join(' '));
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
