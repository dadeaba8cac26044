import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { actFor, actingHeader, isPersonal } from '../src/api/acting-account.ts';

describe('a personal call', () => {
  it('is every change, and every read of personal data', () => {
    for (const path of ['/api/posts/{id}/like', '/api/auth/logout'])
      assert.ok(isPersonal('POST', path), path);
    for (const path of [
      '/api/user',
      '/api/user/posts',
      '/api/user/sessions',
      '/api/posts/{id}/like',
      '/api/me/marks',
    ]) {
      assert.ok(isPersonal('GET', path), path);
    }
  });
  it('is neither a public read nor the session check', () => {
    for (const path of ['/api/posts', '/api/users/{id}', '/api/leaderboard/weekly', '/api/auth/me']) {
      assert.ok(!isPersonal('GET', path), path);
    }
  });
  it('is no call of the back office, whose admins may be signed in to the site as anybody', () => {
    assert.ok(!isPersonal('POST', '/api/rtm-sys/login'));
    assert.ok(!isPersonal('PATCH', '/api/rtm-sys/posts/{id}'));
    assert.ok(isPersonal('POST', '/api/rtm-system'));
  });
  it('names the person on the screen, and no person for visitors', () => {
    actFor(() => 'ann');
    assert.deepEqual(actingHeader(), { 'x-account-id': 'ann' });
    actFor(() => undefined);
    assert.deepEqual(actingHeader(), {});
  });
});
