import Sequencer from '@jest/test-sequencer';

/**
 * What starts first: the file that takes half of the time of all sweeps on one thread, then those that start programs and
 * wait for them, then the HTTP API.
 */
const ORDER = [
  /\/dist\/test\/api\/kept-answers-model\./,
  /\/dist\/test\/(crash|demo)\//,
  /\/dist\/test\/api\//,
];

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
  const rank = ORDER.findIndex((pattern) => pattern.test(path));
  return rank === -1 ? ORDER.length : rank;
}
