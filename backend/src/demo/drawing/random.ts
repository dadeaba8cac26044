/**
 * A number from 0 to below 1; the only source of chance in a drawing, so the same one gives the same picture.
 */
export type Random = () => number;

export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}

export function chance(random: Random, probability: number): boolean {
  return random() < probability;
}

export function pick<T>(random: Random, list: readonly [T, ...T[]]): T {
  return list[Math.floor(random() * list.length)] ?? list[0];
}

/** Makes `count` things one after the other. */
export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
