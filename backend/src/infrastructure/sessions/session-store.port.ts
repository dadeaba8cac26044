/**
 * Somebody signed in on some device. The token itself is with the device alone; the store knows its SHA-256.
 */
export interface Session {
  readonly tokenHash: string;
  /** A UUID that says nothing of the token: what the owner is shown of it. */
  readonly id: string;
  readonly accountId: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  /** What the device calls itself; null when it does not say. */
  readonly userAgent: string | null;
  /** The client's address when it was last used; null for sessions from before it was noted. */
  readonly address: string | null;
}

/** Keeps the sessions. Its contract is `test/contracts/sessions.contract.ts`. */
export abstract class SessionStore {
  /** Keeps a new session. @throws Error when there is one with this token already */
  abstract add(session: Session): Promise<void>;
  /** The session of this token if it has not expired at `now`, else null. */
  abstract find(tokenHash: string, now: Date): Promise<Session | null>;
  /** The account's sessions that have not expired at `now`, the one that was used last first. */
  abstract ofAccount(accountId: string, now: Date): Promise<Session[]>;
  /** Notes when and from where a session was last used; one that has ended stays ended. */
  abstract touch(tokenHash: string, lastUsedAt: Date, address: string | null): Promise<void>;
  /** Ends a session; one that is not there is no error. */
  abstract remove(tokenHash: string): Promise<void>;
  /** Ends the account's session with this id; answers whether the account had one. */
  abstract removeOne(accountId: string, id: string): Promise<boolean>;
  /** Ends all of the account's sessions, but for the one with this token's hash; answers how many. */
  abstract removeAll(accountId: string, exceptTokenHash: string | null): Promise<number>;
  /** Throws away what has expired at `now`; answers how many. */
  abstract removeExpired(now: Date): Promise<number>;
  /** Leaves nothing in any file of what was said of sessions that have ended, as far as the store has files of its own. */
  abstract scrub(): Promise<void>;
  abstract close(): Promise<void>;
}
