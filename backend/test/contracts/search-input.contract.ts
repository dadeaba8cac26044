import type { DocumentStore } from '../../src/kernel/document-store.js';
import { people } from '../../src/projections/accounts/people.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import { names } from '../../src/projections/names.js';
import type { Happened } from '../support/given.js';
import { postPublished } from '../support/made-up.js';
import { useSite } from '../support/story-site.js';

/** People by their display names, with one post each. */
const NAMES = [
  'Plain Walker',
  '100% barefoot',
  'sole_mate',
  'star*foot',
  'back\\slash',
  `quote"d o'toe`,
  '[a-z] (toes)',
  '👣 steps',
  '👨‍👩‍👧 walk',
  'I ❤ feet',
  'שלום רגל',
  'قدم جميلة',
  '足の裏',
];

const STORY = NAMES.flatMap((displayUsername, index): Happened[] => [
  {
    type: 'AccountRegistered',
    data: { accountId: `p${index}`, username: 'Q', email: null, emailHash: `${index}`, passwordHash: null },
  },
  { type: 'EmailVerified', data: { accountId: `p${index}` } },
  {
    type: 'ProfileChanged',
    data: { accountId: `p${index}`, displayUsername, bio: null, socialLinks: null },
  },
  postPublished(`post-${index}`, { ownerId: `p${index}` }),
]);

/** What people type into a search is literal text on every document store. */
export function searchInputContract(name: string, openStore?: () => DocumentStore): void {
  describe(`a search on ${name}`, () => {
    const site = useSite([people, names, leaderboard], undefined, openStore);
    beforeAll(() => site.tell(...STORY));

    const found = async (text: string) => {
      const { posts } = await site.readers.leaderboard.page('recent', text, { limit: 100, after: null });
      return posts.map(({ displayUsername }) => displayUsername);
    };

    it.each([
      ['%', ['100% barefoot']],
      ['0% b', ['100% barefoot']],
      ['1%t', []],
      ['_', ['sole_mate']],
      ['sole_', ['sole_mate']],
      ['s_le', []],
      ['*', ['star*foot']],
      ['star*', ['star*foot']],
      ['pl*n', []],
      ['?', []],
      ['.', []],
      ['p.ain', []],
      ['^plain', []],
      ['\\', ['back\\slash']],
      ['"d o\'', [`quote"d o'toe`]],
      ["' OR ''='", []],
      ['[a-z]', ['[a-z] (toes)']],
      ['(toes)', ['[a-z] (toes)']],
      ['$ne', []],
    ])('takes wildcards and quotes literally: %j', async (text, wanted) =>
      expect(await found(text)).toEqual(wanted),
    );

    it.each([
      ['👣', ['👣 steps']],
      ['👨‍👩‍👧', ['👨‍👩‍👧 walk']],
      ['👧', ['👨‍👩‍👧 walk']],
      // With and without the selector that asks for a coloured heart.
      ['❤️', ['I ❤ feet']],
      ['❤', ['I ❤ feet']],
      ['👟', []],
      ['לום', ['שלום רגל']],
      ['رجل', []],
      ['جميلة', ['قدم جميلة']],
      ['裏', ['足の裏']],
    ])('finds emoji and every script: %j', async (text, wanted) => expect(await found(text)).toEqual(wanted));

    it.each([
      ['a text that ends in NUL', 'plain\0'],
      ['NUL before the end', 'plain\0 walker'],
      ['NUL alone', '\0'],
      ['half an emoji', '👣'.slice(0, 1)],
      ['the last character of Unicode', '\u{10ffff}'],
      ['accents without a letter', '\u0301\u0308'],
      ['a text that is longer than every name', 'plain walker'.repeat(500)],
      // One letter that stands for eighteen.
      ['a text that grows', '\ufdfa'.repeat(50)],
    ])('finds nobody for %s', async (_, text) => expect(await found(text)).toEqual([]));
  });
}
