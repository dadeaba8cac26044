import type { DocumentStore } from '../../src/kernel/document-store.js';
import fc from 'fast-check';
import type { Scalar } from '../../src/kernel/query.js';
import { people } from '../../src/projections/accounts/people.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import { names } from '../../src/projections/names.js';
import { weekly } from '../../src/projections/weekly/weekly.js';
import { type Act, BoardStory, anyActs, boostActs } from '../support/board-story.js';
import type { Happened } from '../support/given.js';
import { useSite } from '../support/story-site.js';

/** Three people; a search for the name of one is by people, and one for a letter scans the board. */
const PEOPLE = ['Amber', 'Birch', 'Cedar'].flatMap((name, index): Happened[] => [
  {
    type: 'AccountRegistered',
    data: {
      accountId: `o${index}`,
      username: `${name}4821`,
      email: null,
      emailHash: name,
      passwordHash: null,
    },
  },
  { type: 'EmailVerified', data: { accountId: `o${index}` } },
]);

/** The recorded group of a post differs from the one that it is in: the end of its boost is not recorded. */
const ENDED: Act[] = [
  { kind: 'publish', post: 0, value: 4, minutes: 0 },
  { kind: 'publish', post: 0, value: 7, minutes: 1 },
  { kind: 'boost', post: 0, value: 10, minutes: 1 },
  { kind: 'publish', post: 0, value: 5, minutes: 20 },
];

/** The order of the board and all ranks, compared with sorting, over a document store. */
export function boardContract(name: string, openStore?: () => DocumentStore): void {
  describe(`the board of all posts on ${name}`, () => {
    let now = new Date(0);
    const site = useSite([people, names, leaderboard, weekly], { now: () => now }, openStore);

    it('comes page by page as it was at the first page, while boosts begin, end, are held and released', async () => {
      await fc.assert(
        fc.asyncProperty(
          anyActs,
          fc.array(boostActs, { minLength: 1, maxLength: 4 }),
          fc.integer({ min: 1, max: 7 }),
          fc.constantFrom('recent', 'top'),
          fc.constantFrom([null, null], ['birch', 'o1'], ['4821', null], ['', null]),
          async (acts, later, limit, order, [search = null, ownerId = null]) => {
            const story = new BoardStory().do(acts);
            const expected = story.board(order, story.now, ownerId);
            const ids: string[] = [];
            let after: readonly Scalar[] | null = null;
            for (let turn = 0; turn === 0 || after; turn += 1) {
              await site.tell(...PEOPLE, ...story.events);
              ({ now } = story);
              const found = await site.readers.leaderboard.page(order, search === '' ? null : search, {
                limit,
                after,
              });
              ids.push(...found.posts.map(({ id }) => id));
              after = found.next;
              story.do(later[turn] ?? []);
            }
            expect(ids).toEqual(expected);
          },
        ),
        { numRuns: 30 },
      );
    });

    it('gives every post the rank that sorting all posts gives, with and without boosts', async () => {
      await fc.assert(
        fc.asyncProperty(anyActs, async (acts) => {
          const story = new BoardStory().do(acts);
          await site.tell(...story.events);
          ({ now } = story);
          const board = story.board('top', now);
          const byRating = story.ranking(null);
          const shown: { readonly id: string; readonly boostType: string | null; readonly rank?: number }[] =
            [];
          let after: readonly Scalar[] | null = null;
          do {
            const page = await site.readers.leaderboard.page('top', null, { limit: 3, after });
            shown.push(...page.posts);
            after = page.next;
          } while (after);
          expect(shown.map(({ id, rank }) => [id, rank])).toEqual(
            shown.map(({ id, boostType }) => [id, boostType ? undefined : byRating.indexOf(id) + 1]),
          );
          const rank = (id: string, posts: readonly string[]) => ({
            place: posts.includes(id) ? posts.indexOf(id) + 1 : null,
            of: posts.length,
          });
          for (const id of story.ids) {
            const ranks = await site.readers.ranks.rank(id, story.ownerOf(id));
            expect({ board: ranks?.board, allTime: ranks?.allTime, week: ranks?.week }).toEqual({
              board: rank(id, board),
              allTime: rank(id, byRating),
              week: { week: story.weekOf(id), isClosed: false, ...rank(id, story.ranking(story.weekOf(id))) },
            });
            for (const type of ['regular', 'mega'] as const) {
              const isPublic = board.includes(id);
              expect(await site.readers.ranks.rankChange(id, type, now)).toEqual({
                before: rank(id, board).place,
                after: isPublic ? rank(id, story.boardWith(id, type)).place : null,
              });
            }
          }
          expect(await site.readers.ranks.rankChange('none', 'mega', now)).toEqual({
            before: null,
            after: null,
          });
        }),
        { numRuns: 20, examples: [[ENDED]] },
      );
    });
  });
}
