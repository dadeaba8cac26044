import type { DocumentStore, ViewReader } from '../../src/kernel/document-store.js';
import type { Scalar } from '../../src/kernel/query.js';
import { people } from '../../src/projections/accounts/people.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import { names } from '../../src/projections/names.js';
import type { Projection } from '../../src/projections/view.js';
import { standings, weekly } from '../../src/projections/weekly/weekly.js';
import type { Happened } from '../support/given.js';
import { postPublished } from '../support/made-up.js';
import { readersOver } from '../support/readers.js';
import { type StorySite, useSite } from '../support/story-site.js';
import { Views } from '../../src/kernel/projection.js';

/** The posts of this week. */
const WEEK = '2026-W47';
const PEOPLE = 933;
const POSTS = 1200;

/** Many people with 'in' in their names, and as many without. */
const CROWD = Array.from({ length: 2 * PEOPLE }, (_, index): Happened[] => {
  const accountId = `p${index}`;
  const username = index % 2 === 0 ? `Robin${index}` : `Heron${index}`;
  return [
    {
      type: 'AccountRegistered',
      data: { accountId, username, email: null, emailHash: accountId, passwordHash: null },
    },
    { type: 'EmailVerified', data: { accountId } },
  ];
}).flat();

/** Their posts, six seconds apart; every fifth of the people has several. */
const PUBLISHED = Array.from({ length: 2 * POSTS }, (_, index) =>
  postPublished(`post-${String(index).padStart(4, '0')}`, {
    ownerId: `p${index < 2 * PEOPLE ? index : (index * 5) % (2 * PEOPLE)}`,
    isPublic: true,
    publishedAt: new Date(Date.UTC(2026, 10, 18, 9, 0, 6 * index)).toISOString(),
    week: WEEK,
  }),
).flat();

/** Counts every question to a view. */
class CountingViews extends Views {
  asked = 0;

  constructor(private readonly views: Views) {
    super();
  }

  of<Document extends object>(definition: Projection<Document>): ViewReader<Document> {
    const view = this.views.of<Document, never>(definition as never);
    const count = <Answer>(answer: Answer): Answer => {
      this.asked += 1;
      return answer;
    };
    return {
      get: (id) => count(view.get(id)),
      getMany: (ids) => count(view.getMany(ids)),
      find: (query) => count(view.find(query)),
      pick: (query, fields) => count(view.pick(query, fields)),
      count: (where) => count(view.count(where)),
    };
  }
}

/**
 * The cost of a search, over a document store.
 * @param commands how many commands the store has sent to its server
 */
export function searchContract(
  name: string,
  openStore?: () => DocumentStore,
  commands: (() => number) | null = null,
): void {
  describe(`a search among many people on ${name}`, () => {
    const site = useSite(
      [people, names, leaderboard, standings, weekly],
      { now: () => new Date('2026-11-21T12:00:00.000Z') },
      openStore,
    );
    beforeAll(() => site.tell(...CROWD, ...PUBLISHED), 60_000);

    /** All pages of a search, and the most questions and commands of a page. */
    const search = async (
      pageOf: (
        readers: StorySite['readers'],
        after: readonly Scalar[] | null,
      ) => Promise<{
        readonly posts: readonly { readonly id: string }[];
        readonly next: readonly Scalar[] | null;
      }>,
    ) => {
      const found: string[] = [];
      let [mostAsked, mostCommands] = [0, 0];
      for (let after: readonly Scalar[] | null | undefined; after !== null;) {
        const views = new CountingViews(site.views);
        const before = commands?.() ?? 0;
        const { posts, next } = await pageOf(
          readersOver(views, views, { now: () => new Date('2026-11-21T12:00:00.000Z') }),
          after ?? null,
        );
        mostAsked = Math.max(mostAsked, views.asked);
        mostCommands = Math.max(mostCommands, (commands?.() ?? 0) - before);
        found.push(...posts.map(({ id }) => id));
        after = next;
      }
      return { found, mostAsked, mostCommands };
    };

    const owned = new Map(
      PUBLISHED.flatMap(({ type, data }) =>
        type === 'PostPublished' ? [[data.postId, Number(data.ownerId.slice(1))] as const] : [],
      ),
    );
    const wanted = (isWanted: (owner: number) => boolean) =>
      [...owned].filter(([, owner]) => isWanted(owner)).map(([id]) => id);

    it.each([
      ['in', (owner: number) => owner % 2 === 0],
      ['robin18', (owner: number) => String(owner).startsWith('18') && owner % 2 === 0],
      // So common that the posts are scanned: their places in the names are more than a thousand.
      ['o', () => true],
    ] as const)(
      'asks a bounded number of questions for %j, and finds every post once',
      async (text, isWanted) => {
        const newest = wanted(isWanted).toSorted().toReversed();
        const board = await search(({ leaderboard: reader }, after) =>
          reader.page('recent', text, { limit: 100, after }),
        );
        expect(board.found).toEqual(newest);
        // Eleven are for the moments and groups of boosts, which the server remembers.
        expect(board.mostAsked).toBeLessThanOrEqual(29);
        expect(board.mostCommands).toBeLessThanOrEqual(59);
        const week = await search(({ weekly: reader }, after) =>
          reader.runningBoard(WEEK, { order: 'recent', search: text, limit: 100, after }),
        );
        expect(week.found).toEqual(newest);
        expect(week.mostAsked).toBeLessThanOrEqual(26);
        expect(week.mostCommands).toBeLessThanOrEqual(56);
      },
    );
  });
}
