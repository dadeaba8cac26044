/** Longer than any test may take, in milliseconds: it only sees to it that no process stays behind. */
export const LONGEST_LIFE_MS = 300_000;
