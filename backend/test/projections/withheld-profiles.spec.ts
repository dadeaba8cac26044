import type { ProfilePart } from '../../src/domain/account/account-state.js';
import { accounts } from '../../src/projections/accounts/accounts.js';
import { people } from '../../src/projections/accounts/people.js';
import { names } from '../../src/projections/names.js';
import { type Happened, folding } from '../support/given.js';
import { registered, shownAs } from '../support/people-story.js';
import { useSite } from '../support/story-site.js';
import { suspensionFor } from '../support/suspensions.js';

const NAME = 'Rude of the Meadow';
const accountId = 'ann';
const ann = [
  registered(accountId, 'SunnyOtter4821'),
  { type: 'EmailVerified', data: { accountId } },
  ...shownAs(accountId, NAME),
] as const satisfies readonly Happened[];
const withheld = (actId: string, ...parts: ProfilePart[]): Happened => ({
  type: 'ProfileWithheld',
  data: { accountId, actId, parts, reason: 'abuse', note: '' },
});
const undone = (actId: string): Happened => ({
  type: 'ProfileWithholdingUndone',
  data: { accountId, actId, because: 'A mistake.' },
});
const changed = (changes: { displayUsername?: string | null; bio?: string | null }): Happened => ({
  type: 'ProfileChanged',
  data: {
    accountId,
    displayUsername: NAME,
    bio: `I am ${NAME}.`,
    socialLinks: { instagram: 'ann' },
    ...changes,
  },
});
const pictured = (pictureId: string | null): Happened => ({
  type: 'ProfilePictureChanged',
  data: { accountId, pictureId, previousId: 'picture-ann' },
});
const taken: Happened = { type: 'WithheldNameTaken', data: { accountId } };
const suspended = (
  suspensionId: string,
  cause: 'moderation' | 'dispute',
  endsAt: string | null = null,
): Happened => ({
  type: 'AccountSuspended',
  data: { accountId, ...suspensionFor('Spam.', suspensionId), cause, endsAt },
});
const restored = (suspensionId: string, at?: string): Happened => ({
  type: 'AccountRestored',
  data: { accountId, suspensionId, reason: 'It is over.' },
  ...(at !== undefined && { at }),
});

const all = {
  username: 'SunnyOtter4821',
  displayUsername: NAME,
  bio: `I am ${NAME}.`,
  socialLinks: { instagram: 'ann' },
  profilePictureUrl: '/images/picture-ann/320.webp',
};
const seen = (...story: readonly Happened[]) => {
  const { kept: _, ...shown } = folding(people, ...ann, ...story).document(accountId) ?? {};
  return shown;
};
const partsIn = (...story: readonly Happened[]) =>
  folding(accounts, ...ann, ...story)
    .document(accountId)
    ?.withheld.flatMap(({ actId, parts }) => parts.map((part) => `${part} by ${actId}`));

describe('a withheld part of a profile', () => {
  it('is not seen by others, and comes back when it is undone', () => {
    expect(seen(withheld('w1', 'name', 'links'))).toEqual({
      ...all,
      displayUsername: null,
      socialLinks: null,
    });
    expect(seen(withheld('w1', 'bio', 'picture'))).toEqual({ ...all, bio: null, profilePictureUrl: null });
    expect(seen(withheld('w1', 'bio', 'picture'), undone('w1'))).toEqual(all);
    expect(folding(people, ...ann, withheld('w1', 'bio'), undone('w1')).document(accountId)?.kept).toBeNull();
  });

  it('stays away when the rest changes, and ends with a newer value, which no undo changes', () => {
    const act = withheld('w1', 'name', 'bio', 'picture');
    expect(seen(act, changed({ bio: 'I run.' }))).toEqual({
      ...all,
      displayUsername: null,
      bio: 'I run.',
      profilePictureUrl: null,
    });
    const story = [act, changed({ displayUsername: 'Kind', bio: null }), pictured('p2')] as const;
    const now = { displayUsername: 'Kind', bio: null, profilePictureUrl: '/images/p2/320.webp' };
    expect(seen(...story)).toEqual({ ...all, ...now });
    expect(seen(...story, undone('w1'))).toEqual({ ...all, ...now });
  });

  it('is the person’s own in their account, with the act of each', () => {
    const story = [withheld('w1', 'name', 'bio'), withheld('w2', 'picture')] as const;
    expect(folding(accounts, ...ann, ...story).document(accountId)).toMatchObject(all);
    expect(partsIn(...story)).toEqual(['name by w1', 'bio by w1', 'picture by w2']);
    expect(partsIn(...story, changed({ bio: 'I run.' }))).toEqual(['name by w1', 'picture by w2']);
    expect(partsIn(...story, pictured(null))).toEqual(['name by w1', 'bio by w1']);
    expect(partsIn(...story, undone('w1'))).toEqual(['picture by w2']);
  });

  it('is gone for good if it is a name that went to another person', () => {
    const story = [withheld('w1', 'name'), taken, undone('w1')] as const;
    expect(seen(...story)).toEqual({ ...all, displayUsername: null });
    expect(partsIn(withheld('w1', 'name', 'bio'), taken)).toEqual(['bio by w1']);
    expect(folding(accounts, ...ann, ...story).document(accountId)?.displayUsername).toBeNull();
  });
});

describe('a suspension by an admin', () => {
  const hidden = { ...all, bio: null, profilePictureUrl: null };

  it('hides bio and picture, also new ones, until the last one is lifted', () => {
    expect(seen(suspended('s1', 'moderation'))).toEqual(hidden);
    expect(seen(suspended('s1', 'moderation'), changed({ bio: 'I run.' }), pictured('p2'))).toEqual(hidden);
    expect(seen(suspended('s1', 'moderation'), suspended('s2', 'moderation'), restored('s1'))).toEqual(
      hidden,
    );
    expect(seen(suspended('s1', 'moderation'), restored('s1'))).toEqual(all);
    expect(seen(suspended('s1', 'dispute'))).toEqual(all);
  });

  it('shows them again when it ends, and never what is withheld', () => {
    const ends = '2026-11-22T09:00:00.000Z';
    const late = suspended('s1', 'moderation', ends);
    expect(folding(accounts, ...ann, late).document(accountId)?.hiddenUntil).toBe(ends);
    // The record of another one comes after this one has ended.
    expect(seen(late, suspended('s2', 'moderation'), restored('s2', ends))).toEqual(all);
    expect(seen(withheld('w1', 'bio'), late, restored('s1'))).toEqual({ ...all, bio: null });
  });
});

describe('a search by name', () => {
  const site = useSite([people, names]);
  const found = async (text: string, ...story: readonly Happened[]) => {
    await site.tell(...ann, ...story);
    return [
      (await site.readers.names.named(text)).few,
      await site.readers.names.startingWith(text, 5),
      [...(await (await site.readers.names.named(text)).among([accountId]))],
    ];
  };

  it.each(['rude of', 'the meadow', 'dow', 'w'])('finds no withheld name: %s', async (text) => {
    const [few] = await found(text, withheld('w1', 'name'));
    expect(few).toEqual([]);
    expect((await found(text, withheld('w1', 'name'), changed({ bio: null })))[0]).toEqual([]);
    expect((await found(text, withheld('w1', 'name'), taken, undone('w1')))[0]).toEqual([]);
    expect((await found(text, withheld('w1', 'name'), undone('w1')))[0]).toEqual([accountId]);
    expect((await found(text, withheld('w1', 'bio')))[0]).toEqual([accountId]);
  });

  it('finds the anonymous name, and a newer one', async () => {
    expect(await found('rude', withheld('w1', 'name'))).toEqual([[], [], []]);
    expect(await found('sunny', withheld('w1', 'name'))).toEqual([[accountId], [accountId], [accountId]]);
    const newer = changed({ displayUsername: 'Kind of the Meadow' });
    expect(await found('meadow', withheld('w1', 'name'), newer, undone('w1'))).toEqual([
      [accountId],
      [],
      [accountId],
    ]);
  });

  it('knows whose picture one is, and whether it is kept from others', async () => {
    const ownerOf = async (...story: readonly Happened[]) => {
      await site.tell(...ann, ...story);
      return site.readers.people.ownerOfPicture('picture-ann');
    };
    const [isShown, isHidden] = [false, true].map((hidden) => ({ accountId, isHidden: hidden }));
    expect(await ownerOf()).toEqual(isShown);
    expect(await ownerOf(withheld('w1', 'bio'))).toEqual(isShown);
    expect(await ownerOf(withheld('w1', 'picture'))).toEqual(isHidden);
    expect(await ownerOf(suspended('s1', 'moderation'))).toEqual(isHidden);
    expect(await ownerOf(withheld('w1', 'picture'), undone('w1'))).toEqual(isShown);
    expect(await ownerOf(pictured('p2'))).toBeNull();
  });
});
