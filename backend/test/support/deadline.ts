/**
 * The longest time of a test or hook without a longer one of its own, in milliseconds. It ends tests that hang and does not
 * measure speed: a busy machine may be ten times slower than an idle one.
 */
export const DEADLINE_MS = 600_000;
