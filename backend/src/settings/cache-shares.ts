/** What a document in memory takes, with its part in the indexes, in bytes: measured. */
const BYTES_A_DOCUMENT = 2000;

/** The parts of `CACHE_MB`: half of it for answers, a quarter for pages of files and one for documents. In bytes and documents. */
export function cacheSharesOf({
  cacheMb,
  answerCacheMb,
}: {
  readonly cacheMb: number;
  readonly answerCacheMb: number;
}) {
  const all = cacheMb * 2 ** 20;
  return {
    answers: Math.min(all / 2, answerCacheMb * 2 ** 20),
    pages: all / 4,
    documents: Math.floor(all / 4 / BYTES_A_DOCUMENT),
  };
}
