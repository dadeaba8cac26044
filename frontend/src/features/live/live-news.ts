/** Where the answers lie that tell of posts, as beginnings of query keys. */
export const livePrefixes = [
  ['api', 'posts'],
  ['api', 'leaderboard'],
  ['api', 'users'],
  ['api', 'user', 'posts'],
] as const;

/** The figures of a post that change while one looks on. */
export interface LiveFigures {
  id: string;
  averageRating: string;
  ratingsCount: number;
  likesCount: number;
  commentsCount: number;
}

/** What is shown of a post anywhere has these fields, and one name or another for its rating and its votes. */
interface Shown {
  id: string;
  imageUrl: string;
  likesCount: number;
  commentsCount: number;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isShownPost(value: object): value is Shown {
  return 'id' in value && 'imageUrl' in value && 'likesCount' in value && 'commentsCount' in value;
}

/** The same figures under the names that this kind of answer gives them. */
function named(post: Shown, { averageRating, ratingsCount, likesCount, commentsCount }: LiveFigures): object {
  return {
    likesCount,
    commentsCount,
    ...('averageRating' in post && { averageRating }),
    ...('overallRating' in post && { overallRating: averageRating }),
    ...('ratingsCount' in post && { ratingsCount }),
    ...('voteCount' in post && { voteCount: ratingsCount }),
  };
}

function differs(post: object, figures: object): boolean {
  return Object.entries(figures).some(([key, value]) => (post as Record<string, unknown>)[key] !== value);
}

/** What has happened to posts: their figures by id, and the ids of those that are gone. */
export interface LiveNews {
  figures: ReadonlyMap<string, LiveFigures>;
  removed: ReadonlySet<string>;
}

/**
 * Anything that the server answered, with the news at every post in it and without those that are gone from its lists;
 * the same object where nothing changes. The final standings of a week stay as they are.
 */
export function withNews<Data>(data: Data, news: LiveNews): Data {
  return replaced(data, news) as Data;
}

function replaced(value: unknown, news: LiveNews): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) {
    const entries = value
      .filter((entry) => !(isObject(entry) && isShownPost(entry) && news.removed.has(entry.id)))
      .map((entry) => replaced(entry, news));
    const isSame = entries.length === value.length && entries.every((entry, index) => entry === value[index]);
    return isSame ? value : entries;
  }
  if ('isClosed' in value && value.isClosed === true) return value;
  if (isShownPost(value)) {
    const figures = news.figures.get(value.id);
    const changes = figures && named(value, figures);
    return changes && differs(value, changes) ? { ...value, ...changes } : value;
  }
  const parts = Object.entries(value).map(([key, part]) => [key, part, replaced(part, news)] as const);
  return parts.some(([, before, after]) => before !== after)
    ? Object.fromEntries(parts.map(([key, , after]) => [key, after]))
    : value;
}
