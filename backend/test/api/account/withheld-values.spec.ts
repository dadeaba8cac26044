import type { Account, ProfilePart, ProfileValues } from '../../../src/domain/account/account-state.js';
import {
  PictureWithheldError,
  requireOtherPicture,
  requireOthers,
} from '../../../src/api/account/withheld-values.js';
import { InvalidRequestException } from '../../../src/api/http/validation.js';

const LOOK = '0123456789abcdef';
const values: ProfileValues = {
  name: 'Rude Owl',
  bio: 'Write to me at once!',
  links: { instagram: 'ann.walks', twitter: 'https://x.com/ann' },
  picture: 'p1',
};
/** What is withheld of Ann, who has something else by now. */
const withheld = (...parts: ProfilePart[]): Pick<Account, 'withheld' | 'profile' | 'pictureId'> => ({
  withheld: [{ actId: 'w1', parts, values, pictureLook: LOOK }],
  profile: { displayUsername: 'Kind Owl', bio: 'I walk.', socialLinks: null },
  pictureId: null,
});
const all = withheld('name', 'bio', 'links', 'picture');

function refused(change: Parameters<typeof requireOthers>[1], from = all): readonly string[] {
  try {
    requireOthers(from, change);
    return [];
  } catch (error) {
    return Object.keys((error as InvalidRequestException).errors);
  }
}

describe('a new value of a part that was withheld', () => {
  it.each([
    ['the same', 'Rude Owl'],
    ['in another case', 'RUDE OWL'],
    ['with other spaces and signs', ' Rude-Owl. '],
    ['with what nobody sees', 'Ru\u200Bde\u2060 Owl'],
    ['with accents', 'Rüdé Owl'],
    ['with letters that look alike', 'Rudе 0wl'],
    ['in wide letters', 'Ｒｕｄｅ Ｏｗｌ'],
  ])('is refused as a name: %s', (_, name) => expect(refused({ name })).toEqual(['displayUsername']));

  it.each(['write to me   at ONCE', 'Write to me at once', 'Wríte tо me\nat once!'])(
    'is refused as a bio: %j',
    (bio) => expect(refused({ bio })).toEqual(['bio']),
  );

  it.each([
    { twitter: 'Ann' },
    { twitter: 'https://twitter.com/ANN/' },
    { instagram: 'https://instagram.com/ann.walks?igsh=1' },
    { youtube: 'https://www.instagram.com/ann.walks' },
  ])('is refused as a link: %j', (links) =>
    expect(refused({ links })).toEqual([`socialLinks.${Object.keys(links)[0]}`]),
  );

  it('names all fields at once', () =>
    expect(refused({ name: 'rude owl', bio: values.bio, links: values.links })).toEqual([
      'displayUsername',
      'bio',
      'socialLinks.instagram',
      'socialLinks.twitter',
    ]));

  it('is fine if it is another one, or none, or what the person has', () => {
    expect(refused({ name: 'Rude Owls', bio: 'Write to me.', links: { tiktok: 'ann.walks' } })).toEqual([]);
    expect(refused({ name: null, bio: null, links: null })).toEqual([]);
    expect(refused({ name: undefined, bio: undefined, links: undefined })).toEqual([]);
    const still = {
      ...all,
      profile: { displayUsername: 'Rude Owl', bio: values.bio, socialLinks: values.links },
    };
    expect(refused({ name: 'Rude Owl', bio: values.bio, links: values.links }, still)).toEqual([]);
  });

  it('is compared with its own part only, and with the acts that are named', () => {
    expect(refused({ name: 'Rude Owl', bio: values.bio }, withheld('bio'))).toEqual(['bio']);
    expect(requireOthers(withheld('bio'), { name: 'Rude Owl' })).toEqual(['w1']);
  });
});

describe('a new picture', () => {
  // One bit of each digit.
  const NEAR = '1123456789abcdee';
  const OTHER = 'fedcba9876543210';
  const admit = (look: string, copyHashes: string[] = [], from = all) =>
    requireOtherPicture(from, { look, copyHashes });

  it.each([
    ['the same', LOOK, []],
    ['the same in another encoding', NEAR, []],
    ['a mirrored, turned or cropped copy', OTHER, ['ffffffffffffffff', NEAR]],
  ])('is refused: %s', (_, look, copyHashes) =>
    expect(() => admit(look, copyHashes)).toThrow(PictureWithheldError),
  );

  it('is fine if it is another one, or no picture was withheld', () => {
    expect(admit(OTHER, ['ffffffffffffffff'])).toEqual(['w1']);
    expect(admit(LOOK, [], withheld('bio'))).toEqual(['w1']);
  });
});
