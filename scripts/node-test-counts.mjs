// A reporter for Node's own test runner that says nothing but the closing counts, as one line of JSON.

/** @param {AsyncIterable<{ type: string, data: any }>} events */
export default async function* counts(events) {
  for await (const { type, data } of events) {
    // There is a summary of each file as well; the one of the whole run names no file.
    if (type === 'test:summary' && data.file === undefined) yield JSON.stringify(data.counts);
  }
}
