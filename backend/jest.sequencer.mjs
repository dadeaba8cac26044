import { createHash } from 'node:crypto';
import Sequencer from '@jest/test-sequencer';

/** What starts first: the files that take ten minutes and more, then those that start programs, then the HTTP API. */
const ORDER = [
  /\/dist\/test\/(api\/kept-answers-model|crash\/(decisions|payments))\./,
  /\/dist\/test\/(crash|demo)\//,
  /\/dist\/test\/api\//,
];

const seed = process.env.TEST_SEED ?? 0;

/**
 * Starts the longest files first, so that the last thread to end does not end alone. The files of a rank run in an order
 * that the seed chooses.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const shuffled = tests.toSorted((one, other) => placeOf(one) - placeOf(other));
    return shuffled.toSorted((one, other) => rankOf(one.path) - rankOf(other.path));
  }
}

/** A random number for this seed; the same in every folder. */
function placeOf({ path, context }) {
  const file = path.slice(context.config.rootDir.length);
  return createHash('sha256').update(`${seed} ${file}`).digest().readUInt32BE();
}

function rankOf(path) {
  const rank = ORDER.findIndex((pattern) => pattern.test(path));
  return rank === -1 ? ORDER.length : rank;
}
