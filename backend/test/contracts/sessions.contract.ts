import type { Session, SessionStore } from '../../src/infrastructure/sessions/session-store.port.js';

const session: Session = {
  tokenHash: 'a'.repeat(64),
  id: '019a0000-0000-7000-8000-00000000000a',
  accountId: 'ann',
  createdAt: new Date('2026-11-21T09:00:00.000Z'),
  lastUsedAt: new Date('2026-11-21T09:00:00.000Z'),
  expiresAt: new Date('2026-12-21T09:00:00.000Z'),
  userAgent: 'Firefox',
  address: '192.0.2.1',
  proof: '{"changes":0}',
};
const other: Session = {
  ...session,
  tokenHash: 'b'.repeat(64),
  id: '019a0000-0000-7000-8000-00000000000b',
  accountId: 'bob',
  userAgent: null,
  address: null,
  proof: null,
};
/** Another session of ann. */
const second: Session = {
  ...session,
  tokenHash: 'c'.repeat(64),
  id: '019a0000-0000-7000-8000-00000000000c',
  lastUsedAt: new Date('2026-11-21T10:00:00.000Z'),
};
const later = new Date('2026-11-22T09:00:00.000Z');

/** The contract of every SessionStore. `open` returns the same store with its data each time. */
export function sessionsContract(open: () => Promise<SessionStore>): void {
  let store: SessionStore;

  beforeEach(async () => {
    store = await open();
  });

  afterEach(() => store.close());

  it('returns a session unchanged', async () => {
    await store.add(session);
    await store.add(other);
    expect(await store.find(session.tokenHash, later)).toEqual(session);
    expect(await store.find(other.tokenHash, later)).toEqual(other);
  });

  it('renews one session, and none that has ended', async () => {
    await store.add(session);
    await store.add(second);
    await store.find(session.tokenHash, later);
    await store.renew(session.tokenHash, later, '{"changes":1}');
    const renewed = { ...session, createdAt: later, proof: '{"changes":1}' };
    expect(await store.find(session.tokenHash, later)).toEqual(renewed);
    expect(await store.find(second.tokenHash, later)).toEqual(second);
    await store.remove(session.tokenHash);
    await store.renew(session.tokenHash, later, null);
    expect(await store.find(session.tokenHash, later)).toBeNull();
  });

  it('does not find an unknown token', async () => {
    await store.add(session);
    expect(await store.find(other.tokenHash, later)).toBeNull();
  });

  it('rejects a second session with the same token and keeps the first', async () => {
    await store.add(session);
    await expect(store.add({ ...session, accountId: 'bob' })).rejects.toThrow();
    expect(await store.find(session.tokenHash, later)).toEqual(session);
  });

  it('finds a session until it expires', async () => {
    await store.add(session);
    expect(await store.find(session.tokenHash, new Date(session.expiresAt.getTime() - 1))).toEqual(session);
    expect(await store.find(session.tokenHash, session.expiresAt)).toBeNull();
  });

  it('updates only the time and address of the last use', async () => {
    await store.add(session);
    await store.add(other);
    await store.touch(session.tokenHash, later, '2001:db8::1');
    const touched = { ...session, lastUsedAt: later, address: '2001:db8::1' };
    expect(await store.find(session.tokenHash, later)).toEqual(touched);
    expect(await store.find(other.tokenHash, later)).toEqual(other);
    await store.touch(session.tokenHash, later, null);
    expect(await store.find(session.tokenHash, later)).toEqual({ ...touched, address: null });
  });

  it('lists the sessions of an account, last used first', async () => {
    await store.add(session);
    await store.add(other);
    await store.add(second);
    expect(await store.ofAccount('ann', later)).toEqual([second, session]);
    expect(await store.ofAccount('bob', later)).toEqual([other]);
    expect(await store.ofAccount('unknown', later)).toEqual([]);
    await store.touch(session.tokenHash, later, session.address);
    expect(await store.ofAccount('ann', later)).toEqual([{ ...session, lastUsedAt: later }, second]);
  });

  it('does not list expired sessions', async () => {
    await store.add({ ...session, expiresAt: later });
    await store.add(second);
    expect(await store.ofAccount('ann', new Date(later.getTime() - 1))).toHaveLength(2);
    expect(await store.ofAccount('ann', later)).toEqual([second]);
  });

  it('ends a session by its id for its owner only', async () => {
    await store.add(session);
    await store.add(other);
    await store.add(second);
    expect(await store.removeOne('bob', session.id)).toBe(false);
    expect(await store.find(session.tokenHash, later)).toEqual(session);
    expect(await store.removeOne('ann', session.id)).toBe(true);
    expect(await store.removeOne('ann', session.id)).toBe(false);
    expect(await store.find(session.tokenHash, later)).toBeNull();
    expect(await store.ofAccount('ann', later)).toEqual([second]);
    expect(await store.ofAccount('bob', later)).toEqual([other]);
  });

  it('ends all sessions of an account except one, and returns their number', async () => {
    await store.add(session);
    await store.add(other);
    await store.add(second);
    expect(await store.removeAll('ann', second.tokenHash)).toBe(1);
    expect(await store.removeAll('ann', second.tokenHash)).toBe(0);
    expect(await store.ofAccount('ann', later)).toEqual([second]);
    expect(await store.ofAccount('bob', later)).toEqual([other]);
  });

  it('ends all sessions of an account when the exception belongs to another account', async () => {
    for (const kept of [session, other, second]) await store.add(kept);
    expect(await store.removeAll('ann', other.tokenHash)).toBe(2);
    expect(await store.removeAll('bob', null)).toBe(1);
    expect(await store.removeAll('bob', null)).toBe(0);
  });

  it('keeps active sessions when scrubbed', async () => {
    await store.add(session);
    await store.add(other);
    await store.remove(session.tokenHash);
    await store.scrub();
    expect(await store.find(session.tokenHash, later)).toBeNull();
    expect(await store.ofAccount('bob', later)).toEqual([other]);
    await store.add(session);
    expect(await store.find(session.tokenHash, later)).toEqual(session);
  });

  it('ends one session and leaves the others', async () => {
    await store.add(session);
    await store.add(other);
    await store.remove(session.tokenHash);
    expect(await store.find(session.tokenHash, later)).toBeNull();
    expect(await store.find(other.tokenHash, later)).toEqual(other);
  });

  it('ignores a session that does not exist', async () => {
    await store.remove(session.tokenHash);
    await store.touch(session.tokenHash, later, null);
    expect(await store.find(session.tokenHash, later)).toBeNull();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['by its token', () => store.remove(session.tokenHash)],
    ['by its id', () => store.removeOne('ann', session.id)],
    ['with all others of the account', () => store.removeAll('ann', null)],
    ['after its expiry', () => store.removeExpired(session.expiresAt)],
  ])('does not find a session that ended %s after it was found', async (_, end) => {
    await store.add(session);
    expect(await store.find(session.tokenHash, later)).toEqual(session);
    await end();
    expect(await store.find(session.tokenHash, later)).toBeNull();
  });

  it('does not remember a session that was read while it changed or ended', async () => {
    const during = async (change: Promise<unknown>) => {
      await store.find(session.tokenHash, later);
      await change;
      return store.find(session.tokenHash, later);
    };
    await store.add(session);
    expect(await during(store.touch(session.tokenHash, later, null))).toMatchObject({ lastUsedAt: later });
    expect(await during(store.renew(session.tokenHash, later, null))).toMatchObject({ proof: null });
    expect(await during(store.removeAll('ann', null))).toBeNull();
    await store.add(session);
    expect(await during(store.removeOne('ann', session.id))).toBeNull();
    await store.add(session);
    expect(await during(store.remove(session.tokenHash))).toBeNull();
  });

  it('shows the last use of a session that was found before', async () => {
    await store.add(session);
    expect(await store.find(session.tokenHash, later)).toEqual(session);
    await store.touch(session.tokenHash, later, '2001:db8::1');
    expect(await store.find(session.tokenHash, later)).toEqual({
      ...session,
      lastUsedAt: later,
      address: '2001:db8::1',
    });
  });

  it('expires a session that was found before', async () => {
    await store.add(session);
    expect(await store.find(session.tokenHash, later)).toEqual(session);
    expect(await store.find(session.tokenHash, session.expiresAt)).toBeNull();
  });

  it('deletes expired sessions, returns their number, and keeps the others', async () => {
    await store.add({ ...session, expiresAt: later });
    await store.add(other);
    expect(await store.removeExpired(later)).toBe(1);
    expect(await store.removeExpired(later)).toBe(0);
    expect(await store.find(session.tokenHash, new Date(later.getTime() - 1))).toBeNull();
    expect(await store.find(other.tokenHash, later)).toEqual(other);
  });

  it('keeps sessions when reopened', async () => {
    await store.add(session);
    await store.close();
    store = await open();
    expect(await store.find(session.tokenHash, later)).toEqual(session);
  });
}
