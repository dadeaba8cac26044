import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { names, searchable, suffixesOf } from '../../src/projections/names.js';
import { folding } from '../support/given.js';

const EXAMPLES = path.join(import.meta.dirname, '../../../test/projections/searchable-examples.json');

const registered = (username: string | null) =>
  ({
    type: 'AccountRegistered',
    data: { accountId: 'ann', email: 'ann@example.org', emailHash: 'hash', username, passwordHash: 'phc' },
  }) as const;
const verified = { type: 'EmailVerified', data: { accountId: 'ann' } } as const;
const called = (displayUsername: string | null) =>
  ({
    type: 'ProfileChanged',
    data: { accountId: 'ann', displayUsername, bio: null, socialLinks: null },
  }) as const;
const deleted = {
  type: 'AccountDeleted',
  data: { accountId: 'ann', emailHash: 'hash', pictureId: null },
} as const;

describe('a searchable name', () => {
  it('is in lower case, without accents and with unified letters', async () => {
    const examples = JSON.parse(await readFile(EXAMPLES, 'utf8')) as [text: string, wanted: string][];
    expect(examples.length).toBeGreaterThan(10);
    expect(examples.map(([text]) => [text, searchable(text)])).toEqual(examples);
  });

  it('does not depend on Unicode composition', () => expect(searchable('Zoe\u0308')).toBe(searchable('ZOË')));

  it('does not depend on what nobody sees', () =>
    expect(searchable('می\u200Cخوانم 👩\u200D🎨 \u2803\u2800\u2803')).toBe(
      searchable('میخوانم 👩🎨 \u2803\u2803'),
    ));

  it('has a suffix for each of its characters, and splits no character', () =>
    expect(suffixesOf('A👣b')).toEqual(['a👣b', '👣b', 'b']));

  it('has no suffix without a character', () => expect(suffixesOf(' \u0301')).toEqual([]));
});

describe('the suffixes of names', () => {
  const document = (...endings: string[]) => ({
    accountId: 'ann',
    ...Object.fromEntries(endings.map((ending, index) => [`e${index}`, ending])),
  });

  it('are in a document of the account, and are found once its address is verified', () => {
    folding(names, registered('Owl')).gives({
      'ann:u0': { accountId: 'ann', unverified: ['owl', 'wl', 'l'] },
    });
    folding(names, registered('Owl'), verified).gives({ 'ann:u0': document('owl', 'wl', 'l') });
    folding(names, registered('Owl'), verified, verified).gives({ 'ann:u0': document('owl', 'wl', 'l') });
  });

  it('are stored eight per document, and all are found once the address is verified', () =>
    folding(names, registered('OldOwls01'), verified).gives({
      'ann:u0': document('oldowls01', 'ldowls01', 'dowls01', 'owls01', 'wls01', 'ls01', 's01', '01'),
      'ann:u1': document('1'),
    }));

  it('fit in one document for eight characters', () =>
    folding(names, registered('OldOwl01'), verified).gives({
      'ann:u0': document('oldowl01', 'ldowl01', 'dowl01', 'owl01', 'wl01', 'l01', '01', '1'),
    }));

  it('change with the display name, and leave nothing of a longer one', () =>
    folding(names, registered('O'), verified, called('Abcdefghi'), called('Xy')).gives({
      'ann:u0': document('o'),
      'ann:d0': document('xy', 'y'),
    }));

  it('are removed with the display name', () =>
    folding(names, registered('O'), verified, called('Abc'), called(null)).gives({
      'ann:u0': document('o'),
    }));

  it('are removed with the account', () =>
    folding(names, registered('SunnyOtter4821'), called('x'.repeat(50)), deleted).gives({}));

  it('are not stored for a person whose key was destroyed', () =>
    folding(names, registered(null), verified, called(null)).gives({}));

  it('have room for the longest names', () => {
    const story = folding(names, registered('WhimsicalHummingbird0000'), called('ß'.repeat(32)), verified);
    expect(story.document('ann:u2')).toMatchObject({ e7: '0' });
    expect(story.document('ann:d7')).toMatchObject({ e7: 's' });
  });
});
