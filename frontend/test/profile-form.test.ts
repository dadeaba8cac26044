import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editsBetween, profileChange, profileValues } from '../src/features/profile/profile-form.ts';

const nobody = profileValues({ displayUsername: null, bio: null, socialLinks: null });
const otter = profileValues({
  displayUsername: 'Otter',
  bio: 'Wet feet.',
  socialLinks: { instagram: 'otter', youtube: 'otters' },
});

test('missing values are empty fields', () => {
  assert.deepEqual(nobody, {
    displayUsername: '',
    bio: '',
    socialLinks: { instagram: '', twitter: '', tiktok: '', youtube: '', snapchat: '' },
  });
});

test('only edited fields are sent', () => {
  assert.deepEqual(profileChange(otter, otter), {});
  assert.deepEqual(profileChange(otter, { ...otter, displayUsername: ' Olga ' }), {
    displayUsername: 'Olga',
  });
  assert.deepEqual(profileChange(otter, { ...otter, bio: 'Dry feet.' }), { bio: 'Dry feet.' });
});

test('cleared fields are sent as null', () => {
  const blank = { displayUsername: ' ', bio: '\n', socialLinks: { ...nobody.socialLinks, tiktok: '  ' } };
  assert.deepEqual(profileChange(otter, blank), { displayUsername: null, bio: null, socialLinks: null });
});

test('links are sent together, trimmed and without blank ones', () => {
  const socialLinks = { ...otter.socialLinks, tiktok: ' olga ', youtube: ' ' };
  assert.deepEqual(profileChange(otter, { ...otter, socialLinks }), {
    socialLinks: { instagram: 'otter', tiktok: 'olga' },
  });
});

test('edits are compared field by field', () => {
  assert.deepEqual(editsBetween(otter, otter), {});
  const after = { ...otter, bio: '', socialLinks: { ...otter.socialLinks, tiktok: 'olga' } };
  assert.deepEqual(editsBetween(otter, after), { bio: '', 'socialLinks.tiktok': 'olga' });
});
