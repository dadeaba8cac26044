/**
 * Somebody signed in on some device. The token itself is with the device alone; the store knows its SHA-256.
 */
export interface Session {
  readonly tokenHash: string;
  readonly accountId: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  /** What the device calls itself; null when it does not say. */
  readonly userAgent: string | null;
}

/** Keeps the sessions. Its contract is `test/contracts/sessions.contract.ts`. */
export abstract class SessionStore {
  /** Keeps a new session. @throws Error when there is one with this token already */
  abstract add(session: Session): Promise<void>;
  /** The session of this token if it has not expired at `now`, else null. */
  abstract find(tokenHash: string, now: Date): Promise<Session | null>;
  /** Notes when a session was last used; one that has ended stays ended. */
  abstract touch(tokenHash: string, lastUsedAt: Date): Promise<void>;
  /** Ends a session; one that is not there is no error. */
  abstract remove(tokenHash: string): Promise<void>;
  /** Throws away what has expired at `now`; answers how many. */
  abstract removeExpired(now: Date): Promise<number>;
  abstract close(): Promise<void>;
}
