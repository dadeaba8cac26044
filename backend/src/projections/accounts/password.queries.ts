import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { type AccountDocument, accounts } from './accounts.projection.js';
import { User } from './user.js';

/**
 * The account of this id as its owner sees it, for somebody who signed in to it at `signedInAt`. Null when there is none,
 * and when its password was changed after that.
 */
export class FindSignedInUser extends Query<User | null> {
  constructor(
    readonly accountId: string,
    readonly signedInAt: Date,
  ) {
    super();
  }
}

@QueryHandler(FindSignedInUser)
export class FindSignedInUserHandler implements IQueryHandler<FindSignedInUser> {
  private readonly accounts: ViewReader<AccountDocument>;

  constructor(@Inject(Views) views: Views) {
    this.accounts = views.of(accounts);
  }

  async execute({ accountId, signedInAt }: FindSignedInUser): Promise<User | null> {
    const account = await this.accounts.get(accountId);
    if (!account) return null;
    const { passwordChangedAt } = account;
    const isEnded = passwordChangedAt !== null && signedInAt < new Date(passwordChangedAt);
    return isEnded ? null : new User(account);
  }
}

/** The id of the account whose newest unused request for a new password is this one; null for any other. */
export class FindPasswordReset extends Query<string | null> {
  constructor(readonly resetId: string) {
    super();
  }
}

@QueryHandler(FindPasswordReset)
export class FindPasswordResetHandler implements IQueryHandler<FindPasswordReset> {
  private readonly accounts: ViewReader<AccountDocument>;

  constructor(@Inject(Views) views: Views) {
    this.accounts = views.of(accounts);
  }

  async execute({ resetId }: FindPasswordReset): Promise<string | null> {
    const [account] = await this.accounts.find({ where: { 'reset.resetId': resetId }, limit: 1 });
    return account?._id ?? null;
  }
}
