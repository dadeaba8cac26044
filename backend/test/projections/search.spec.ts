import fc from 'fast-check';
import type { Scalar } from '../../src/kernel/query.js';
import { people } from '../../src/projections/accounts/people.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import { names, searchable } from '../../src/projections/names.js';
import { useSite } from '../support/story-site.js';
import type { Happened } from '../support/given.js';
import { postPublished } from '../support/made-up.js';

const site = useSite([people, names, leaderboard]);

/** When the order of the groups changed last. */
const NO_BOOST_YET = '1970-01-01T00:00:00.000Z';

/** A person with posts; `scores` are those of the posts, oldest first, null for a hidden post. */
interface Author {
  readonly username: string;
  readonly displayUsername: string | null;
  readonly isVerified: boolean;
  readonly scores: readonly (number | null)[];
}

const idOf = (author: number) => `author-${String(author).padStart(4, '0')}`;

/** The events of all authors, posts taken in turns, one minute apart. */
function storyOf(made: readonly Author[]): Happened[] {
  const arrivals = made.flatMap(({ username, displayUsername, isVerified }, author): Happened[] => {
    const accountId = idOf(author);
    const data = { accountId, username, email: null, emailHash: accountId, passwordHash: null };
    const profile = { accountId, displayUsername, bio: null, socialLinks: null };
    return [
      { type: 'AccountRegistered', data },
      ...(isVerified ? [{ type: 'EmailVerified', data: { accountId } } as const] : []),
      ...(isVerified && displayUsername ? [{ type: 'ProfileChanged', data: profile } as const] : []),
    ];
  });
  const most = Math.max(...made.map(({ scores }) => scores.length));
  const posts = Array.from({ length: most }, (_, turn) =>
    made.flatMap(({ scores }, author) => {
      const score = scores[turn];
      if (score === undefined) return [];
      const equal = { toeAlignment: 7, toeNails: 7, footShape: 7, aesthetic: 7 };
      return postPublished(`post-${turn}-${idOf(author)}`, {
        ownerId: idOf(author),
        isPublic: score !== null,
        rating: { scores: equal, score: score ?? 5, comment: 'Fine.' },
        publishedAt: new Date(Date.UTC(2026, 10, 1, 0, turn, author)).toISOString(),
      });
    }),
  ).flat();
  return [...arrivals, ...posts];
}

/** Four kinds of names: the search text is rare, common, in either of the two names, or in none. */
const author = fc.record<Author>({
  username: fc.constantFrom('SunnyOtter4821', 'MellowHeron0007', 'QuietElk1234'),
  displayUsername: fc.oneof(
    { weight: 3, arbitrary: fc.constant('e'.repeat(50)) },
    { weight: 1, arbitrary: fc.constantFrom(null, 'Zoë Straßer', 'Ann') },
  ),
  isVerified: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  scores: fc.array(fc.option(fc.integer({ min: 0, max: 10 })), { maxLength: 8 }),
});

describe('a search among posts', () => {
  const settle = (made: readonly Author[]) => site.tell(...storyOf(made));
  const pageOf = (
    order: 'recent' | 'top',
    limit: number,
    text: string | null,
    after: readonly Scalar[] | null,
  ) => site.readers.leaderboard.page(order, text, { limit, after });
  const all = async (order: 'recent' | 'top', limit: number, text: string | null) => {
    const found: string[] = [];
    let pages = 0;
    for (let after: readonly Scalar[] | null | undefined; after !== null; pages += 1) {
      const { posts, next } = await pageOf(order, limit, text, after ?? null);
      expect(posts.length).toBeLessThanOrEqual(limit);
      found.push(...posts.map(({ id }) => id));
      after = next;
    }
    return { found, pages };
  };

  it('finds, page by page, exactly the public posts of all people with the text in a name, in order', async () => {
    const ways = { names: 0, posts: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(author, { minLength: 10, maxLength: 60, size: 'max' }),
        fc.oneof(
          { weight: 2, arbitrary: fc.constantFrom('e', 'EE') },
          { weight: 1, arbitrary: fc.constantFrom('zoe', 'strass', 'otter', '4', 'ann', 'nobody') },
        ),
        fc.constantFrom('recent', 'top'),
        fc.integer({ min: 1, max: 100 }),
        async (made, text, order, limit) => {
          await settle(made);
          const isWanted = ({ username, displayUsername, isVerified }: Author) =>
            isVerified &&
            [username, displayUsername ?? ''].some((name) => searchable(name).includes(searchable(text)));
          const wanted = new Set(made.flatMap((one, index) => (isWanted(one) ? [idOf(index)] : [])));
          const whole = (await all(order, 100, null)).found;
          ways[(await site.readers.names.named(text)).few ? 'names' : 'posts'] += 1;
          const { found } = await all(order, limit, text);
          expect(found).toEqual(whole.filter((id) => wanted.has(id.replace(/^post-\d+-/, ''))));
        },
      ),
      { numRuns: 30 },
    );
    expect(Math.min(ways.names, ways.posts)).toBeGreaterThan(0);
  });

  it('scans the board in pieces when many people match and few of them have posts', async () => {
    const crowd = Array.from({ length: 25 }, (): Author => {
      return { username: 'OldOwl0001', displayUsername: 'e'.repeat(50), isVerified: true, scores: [] };
    });
    const prolific = { username: 'OldOwl0002', displayUsername: null, isVerified: true };
    const early = { username: 'QuietElk1234', displayUsername: null, isVerified: true, scores: [9] };
    await settle([...crowd, { ...prolific, scores: Array.from({ length: 4500 }, () => 5) }, early]);

    const first = await pageOf('recent', 100, 'e', null);

    expect(first).toMatchObject({
      posts: [],
      next: [NO_BOOST_YET, 'none', expect.any(String), expect.any(String)],
    });
    expect(await all('recent', 100, 'e')).toEqual({ found: [`post-0-${idOf(26)}`], pages: 3 });
  });
});
