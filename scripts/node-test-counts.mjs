// A reporter for Node's test runner that prints only the final counts, as one line of JSON.

/** @param {AsyncIterable<{ type: string, data: any }>} events */
export default async function* counts(events) {
  for await (const { type, data } of events) {
    // Each file has a summary, too. The summary of the whole run has no file.
    if (type === 'test:summary' && data.file === undefined) yield JSON.stringify(data.counts);
  }
}
