import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileChange, profileValues } from '../src/features/profile/profile-form.ts';

const nobody = { displayUsername: null, bio: null, socialLinks: null };

test('what there is not is an empty field, and is sent as null', () => {
  const values = profileValues(nobody);
  assert.deepEqual(values.socialLinks, { instagram: '', twitter: '', tiktok: '', youtube: '', snapchat: '' });
  assert.deepEqual(profileChange(values), nobody);
});

test('blank fields count as empty', () => {
  const values = profileValues({ displayUsername: ' ', bio: '\n', socialLinks: { tiktok: '  ' } });
  assert.deepEqual(profileChange(values), nobody);
});

test('links that are blank are left out, the others trimmed', () => {
  const values = profileValues({ ...nobody, socialLinks: { instagram: ' otter ', youtube: '' } });
  assert.deepEqual(profileChange(values).socialLinks, { instagram: 'otter' });
});
