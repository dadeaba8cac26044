/** View names: safe as a part of a file name or collection name. */
export const NAME = /^[a-z][A-Za-z0-9_-]*$/;
/** Generations: the same without the underscore, which separates them from the name in file names. */
export const GENERATION = /^[a-z][A-Za-z0-9-]*$/;

/** @throws RangeError */
export function checked(name: string, pattern: RegExp): string {
  if (!pattern.test(name)) throw new RangeError(`invalid name of a view or generation: ${name}`);
  return name;
}
