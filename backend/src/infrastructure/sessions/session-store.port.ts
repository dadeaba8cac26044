/** A signed-in device. Only the device has the token; the store has its SHA-256 hash. */
export interface Session {
  readonly tokenHash: string;
  /** A UUID that is shown to the owner and reveals nothing about the token. */
  readonly id: string;
  readonly accountId: string;
  /** When the person last showed who they are: they signed in, or did so again. */
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  /** The User-Agent header; null when missing. */
  readonly userAgent: string | null;
  /** The client's IP address at the last use; null if unknown. */
  readonly address: string | null;
  /** How an admin last showed who they are, as JSON; null for members, and for sessions from before this was kept. */
  readonly proof: string | null;
}

/** Stores the sessions. Contract: `test/contracts/sessions.contract.ts`. */
export abstract class SessionStore {
  /** Stores a new session. @throws Error when a session with this token exists */
  abstract add(session: Session): Promise<void>;
  /** The session of this token if it has not expired at `now`, else null. */
  abstract find(tokenHash: string, now: Date): Promise<Session | null>;
  /** The account's sessions that have not expired at `now`, last used first. */
  abstract ofAccount(accountId: string, now: Date): Promise<Session[]>;
  /** Records when and from where a session was last used. Does not bring back a session that has ended. */
  abstract touch(tokenHash: string, lastUsedAt: Date, address: string | null): Promise<void>;
  /** Sets when and how the person signed in. Does not bring back a session that has ended. */
  abstract renew(tokenHash: string, createdAt: Date, proof: string | null): Promise<void>;
  /** Ends a session; does nothing if it does not exist. */
  abstract remove(tokenHash: string): Promise<void>;
  /** Ends the account's session with this id. Returns whether it existed. */
  abstract removeOne(accountId: string, id: string): Promise<boolean>;
  /** Ends all sessions of the account except the one with this token hash. Returns their number. */
  abstract removeAll(accountId: string, exceptTokenHash: string | null): Promise<number>;
  /** Deletes the sessions that have expired at `now`. Returns their number. */
  abstract removeExpired(now: Date): Promise<number>;
  /** Overwrites the data of ended sessions in the store's own files, if it has any. */
  abstract scrub(): Promise<void>;
  abstract close(): Promise<void>;
}

/** Stores the sessions of the back office. The account of such a session is an admin. */
export abstract class AdminSessionStore extends SessionStore {}
