import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UserSuspension } from '../src/api/generated/schema.d.ts';
import { runningSuspension } from '../src/api/suspension.ts';

const end = '2026-11-22T12:00:00.000Z';
const suspended = (endsAt: string | null): UserSuspension => ({
  cause: 'moderation',
  reason: 'Why.',
  endsAt,
});

describe('runningSuspension', () => {
  it('runs until its end, and not at it', () => {
    assert.ok(runningSuspension(suspended(end), Date.parse(end) - 1));
    assert.equal(runningSuspension(suspended(end), Date.parse(end)), null);
  });
  it('runs on without an end', () => assert.ok(runningSuspension(suspended(null), Date.parse(end))));
  it('is none for everybody else', () => assert.equal(runningSuspension(null, 0), null));
});
