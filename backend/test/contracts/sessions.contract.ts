import type { Session, SessionStore } from '../../src/infrastructure/sessions/session-store.port.js';

const session: Session = {
  tokenHash: 'a'.repeat(64),
  accountId: 'ann',
  createdAt: new Date('2026-11-21T09:00:00.000Z'),
  lastUsedAt: new Date('2026-11-21T09:00:00.000Z'),
  expiresAt: new Date('2026-12-21T09:00:00.000Z'),
  userAgent: 'Firefox',
};
const other: Session = { ...session, tokenHash: 'b'.repeat(64), accountId: 'bob', userAgent: null };
const later = new Date('2026-11-22T09:00:00.000Z');

/** What every session store promises. `open` answers the same store, with what was kept in it, each time. */
export function sessionsContract(open: () => Promise<SessionStore>): void {
  let store: SessionStore;

  beforeEach(async () => {
    store = await open();
  });

  afterEach(() => store.close());

  it('gives back a session just as it was added', async () => {
    await store.add(session);
    await store.add(other);
    expect(await store.find(session.tokenHash, later)).toEqual(session);
    expect(await store.find(other.tokenHash, later)).toEqual(other);
  });

  it('does not know a token that nobody was given', async () => {
    await store.add(session);
    expect(await store.find(other.tokenHash, later)).toBeNull();
  });

  it('refuses a second session with the same token and keeps the first', async () => {
    await store.add(session);
    await expect(store.add({ ...session, accountId: 'bob' })).rejects.toThrow();
    expect(await store.find(session.tokenHash, later)).toEqual(session);
  });

  it('knows a session until the moment it expires, and not from then on', async () => {
    await store.add(session);
    expect(await store.find(session.tokenHash, new Date(session.expiresAt.getTime() - 1))).toEqual(session);
    expect(await store.find(session.tokenHash, session.expiresAt)).toBeNull();
  });

  it('notes when a session was used, and nothing else about it', async () => {
    await store.add(session);
    await store.add(other);
    await store.touch(session.tokenHash, later);
    expect(await store.find(session.tokenHash, later)).toEqual({ ...session, lastUsedAt: later });
    expect(await store.find(other.tokenHash, later)).toEqual(other);
  });

  it('ends one session and leaves the others', async () => {
    await store.add(session);
    await store.add(other);
    await store.remove(session.tokenHash);
    expect(await store.find(session.tokenHash, later)).toBeNull();
    expect(await store.find(other.tokenHash, later)).toEqual(other);
  });

  it('stays quiet about a session that is not there', async () => {
    await store.remove(session.tokenHash);
    await store.touch(session.tokenHash, later);
    expect(await store.find(session.tokenHash, later)).toBeNull();
  });

  it('throws away what has expired, says how many, and leaves the rest', async () => {
    await store.add({ ...session, expiresAt: later });
    await store.add(other);
    expect(await store.removeExpired(later)).toBe(1);
    expect(await store.removeExpired(later)).toBe(0);
    expect(await store.find(session.tokenHash, new Date(later.getTime() - 1))).toBeNull();
    expect(await store.find(other.tokenHash, later)).toEqual(other);
  });

  it('keeps sessions when it is closed and opened again', async () => {
    await store.add(session);
    await store.close();
    store = await open();
    expect(await store.find(session.tokenHash, later)).toEqual(session);
  });
}
