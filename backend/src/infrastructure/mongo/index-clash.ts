// The driver is not loaded here: each start knows this error.

/** Another index has the name or the keys of one of ours. A retry would fail again. */
export class IndexClashError extends Error {
  override readonly name = 'IndexClashError';

  /** @param index the name of the other one; undefined if it was not found */
  constructor(collection: string, index: string | undefined, cause: Error) {
    const which = index === undefined ? 'an index' : `an index "${index}"`;
    const way =
      index === undefined
        ? `: ${cause.message}`
        : `; drop it, db.getCollection("${collection}").dropIndex("${index}"), and start again`;
    super(
      `MongoDB has ${which} of the collection "${collection}" that differs from the one that Footnote needs${way}`,
      { cause },
    );
  }
}
