/** A log or a file has a format that this program does not read. */
export class FormatError extends Error {
  override readonly name = 'FormatError';

  /**
   * @param what the log or the file
   * @param found its format; 0 before the first release, when formats had no numbers
   * @param known the only format that this program reads
   */
  constructor(what: string, found: number, known: number) {
    super(
      `${what} has format ${found}, and this version of Footnote reads format ${known} only: run the version that wrote it, or ` +
        'start with an empty DATA_DIR and empty databases at EVENTSTORE_URL and MONGODB_URL.',
    );
  }
}
