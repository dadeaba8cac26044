import Sequencer from '@jest/test-sequencer';

/** The tests that take longest, as they start programs and wait for them. */
const FIRST = /\/dist\/test\/(crash|demo)\//;
const SECOND = /\/dist\/test\/api\//;

/**
 * Starts the longest files first, so that the last thread to end does not end alone. Jest knows how long a file took from
 * its cache only, which a fresh clone does not have.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rankOf(one.path) - rankOf(other.path));
  }
}

function rankOf(path) {
  if (FIRST.test(path)) return 0;
  return SECOND.test(path) ? 1 : 2;
}
