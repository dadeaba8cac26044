import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { VerificationRequest } from '../../domain/account/account.events.js';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { type AccountDocument, accounts } from './accounts.projection.js';
import { User } from './user.js';

/** The account of this id as its owner sees it; null when there is none. */
export class FindUser extends Query<User | null> {
  constructor(readonly accountId: string) {
    super();
  }
}

@QueryHandler(FindUser)
export class FindUserHandler implements IQueryHandler<FindUser> {
  private readonly accounts: ViewReader<AccountDocument>;

  constructor(@Inject(Views) views: Views) {
    this.accounts = views.of(accounts);
  }

  async execute({ accountId }: FindUser): Promise<User | null> {
    const account = await this.accounts.get(accountId);
    return account ? new User(account) : null;
  }
}

/** What a password is checked against. */
export interface Login {
  readonly accountId: string;
  readonly passwordHash: string;
}

/** So many accounts that have not proved their address may be signed in to by it, the newest. */
export const MOST_UNVERIFIED = 3;

/** Whom an address may sign in: the account that has proved it, and the newest of those that have not, newest first. */
export interface Logins {
  readonly verified: Login | null;
  readonly unverified: readonly Login[];
}

/** The accounts that this address, as its keyed hash, may sign in to. */
export class FindLogins extends Query<Logins> {
  constructor(readonly emailHash: string) {
    super();
  }
}

@QueryHandler(FindLogins)
export class FindLoginsHandler implements IQueryHandler<FindLogins> {
  private readonly accounts: ViewReader<AccountDocument>;

  constructor(@Inject(Views) views: Views) {
    this.accounts = views.of(accounts);
  }

  async execute({ emailHash }: FindLogins): Promise<Logins> {
    const [verified] = await this.newest(emailHash, true, 1);
    return { verified: verified ?? null, unverified: await this.newest(emailHash, false, MOST_UNVERIFIED) };
  }

  private async newest(emailHash: string, emailVerified: boolean, limit: number): Promise<Login[]> {
    const found = await this.accounts.find({
      where: { emailHash, emailVerified },
      sort: { createdAt: -1 },
      limit,
    });
    return found.map(({ _id, passwordHash }) => ({ accountId: _id, passwordHash }));
  }
}

/** An account with the verification that it waits for, or that it has passed. */
export interface PendingVerification {
  readonly accountId: string;
  readonly emailHash: string;
  readonly emailVerified: boolean;
  readonly verification: VerificationRequest;
}

/** The account whose newest verification is this one; null for an older one or none. */
export class FindVerification extends Query<PendingVerification | null> {
  constructor(readonly verificationId: string) {
    super();
  }
}

@QueryHandler(FindVerification)
export class FindVerificationHandler implements IQueryHandler<FindVerification> {
  private readonly accounts: ViewReader<AccountDocument>;

  constructor(@Inject(Views) views: Views) {
    this.accounts = views.of(accounts);
  }

  async execute({ verificationId }: FindVerification): Promise<PendingVerification | null> {
    const [account] = await this.accounts.find({
      where: { 'verification.verificationId': verificationId },
      limit: 1,
    });
    if (!account?.verification) return null;
    const { _id: accountId, emailHash, emailVerified, verification } = account;
    return { accountId, emailHash, emailVerified, verification };
  }
}

/** The hash that the password of this account is checked against; null when there is no such account. */
export class FindPasswordHash extends Query<string | null> {
  constructor(readonly accountId: string) {
    super();
  }
}

@QueryHandler(FindPasswordHash)
export class FindPasswordHashHandler implements IQueryHandler<FindPasswordHash> {
  private readonly accounts: ViewReader<AccountDocument>;

  constructor(@Inject(Views) views: Views) {
    this.accounts = views.of(accounts);
  }

  async execute({ accountId }: FindPasswordHash): Promise<string | null> {
    const account = await this.accounts.get(accountId);
    return account?.passwordHash ?? null;
  }
}

const MOST_DUE = 100;

/** The accounts that are to be deleted by `now`, those that have waited longest first; a hundred at most. */
export class FindDueDeletions extends Query<readonly string[]> {
  constructor(readonly now: Date) {
    super();
  }
}

@QueryHandler(FindDueDeletions)
export class FindDueDeletionsHandler implements IQueryHandler<FindDueDeletions> {
  private readonly accounts: ViewReader<AccountDocument>;

  constructor(@Inject(Views) views: Views) {
    this.accounts = views.of(accounts);
  }

  async execute({ now }: FindDueDeletions): Promise<readonly string[]> {
    const due = await this.accounts.find({
      where: { deletionDueAt: { $lte: now.toISOString() } },
      sort: { deletionDueAt: 1 },
      limit: MOST_DUE,
    });
    return due.map(({ _id }) => _id);
  }
}
