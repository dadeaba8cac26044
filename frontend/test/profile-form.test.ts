import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editsBetween, profileChange, profileValues } from '../src/features/profile/profile-form.ts';

const nobody = profileValues({ displayUsername: null, bio: null, socialLinks: null });
const otter = profileValues({
  displayUsername: 'Otter',
  bio: 'Wet feet.',
  socialLinks: { instagram: 'otter', youtube: 'otters' },
});

test('what there is not is an empty field', () => {
  assert.deepEqual(nobody, {
    displayUsername: '',
    bio: '',
    socialLinks: { instagram: '', twitter: '', tiktok: '', youtube: '', snapchat: '' },
  });
});

test('nothing is sent but what was edited', () => {
  assert.deepEqual(profileChange(otter, otter), {});
  assert.deepEqual(profileChange(otter, { ...otter, displayUsername: ' Olga ' }), {
    displayUsername: 'Olga',
  });
  assert.deepEqual(profileChange(otter, { ...otter, bio: 'Dry feet.' }), { bio: 'Dry feet.' });
});

test('fields that were emptied are sent as null', () => {
  const blank = { displayUsername: ' ', bio: '\n', socialLinks: { ...nobody.socialLinks, tiktok: '  ' } };
  assert.deepEqual(profileChange(otter, blank), { displayUsername: null, bio: null, socialLinks: null });
});

test('one edited link takes the others with it, trimmed and without the blank ones', () => {
  const socialLinks = { ...otter.socialLinks, tiktok: ' olga ', youtube: ' ' };
  assert.deepEqual(profileChange(otter, { ...otter, socialLinks }), {
    socialLinks: { instagram: 'otter', tiktok: 'olga' },
  });
});

test('edits are told field by field', () => {
  assert.deepEqual(editsBetween(otter, otter), {});
  const after = { ...otter, bio: '', socialLinks: { ...otter.socialLinks, tiktok: 'olga' } };
  assert.deepEqual(editsBetween(otter, after), { bio: '', 'socialLinks.tiktok': 'olga' });
});
