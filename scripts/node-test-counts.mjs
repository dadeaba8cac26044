// A reporter for Node's test runner that prints the final counts and the names of failed tests, as one line of JSON.
import { basename } from 'node:path';

/** @param {AsyncIterable<{ type: string, data: any }>} events */
export default async function* counts(events) {
  const failures = [];
  for await (const { type, data } of events) {
    // A suite or file that only contains a failed test is not a failure of its own.
    if (type === 'test:fail' && data.details.error.failureType !== 'subtestsFailed')
      failures.push({ file: basename(data.file ?? ''), test: data.name });
    // Each file has a summary, too. The summary of the whole run has no file.
    if (type === 'test:summary' && data.file === undefined)
      yield JSON.stringify({ counts: data.counts, failures });
  }
}
