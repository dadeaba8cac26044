/** Longer than any test may take, in milliseconds: it only ends processes that would be left behind. */
export const LONGEST_LIFE_MS = 300_000;
