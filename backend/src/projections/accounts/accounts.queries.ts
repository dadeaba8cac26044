import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
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

/**
 * The id of the account whose newest request of this kind has this id; null for an older one or none. For tokens that
 * were mailed before they named their account.
 */
export class FindAccountOfRequest extends Query<string | null> {
  constructor(
    readonly kind: 'verification' | 'reset',
    readonly requestId: string,
  ) {
    super();
  }
}

@QueryHandler(FindAccountOfRequest)
export class FindAccountOfRequestHandler implements IQueryHandler<FindAccountOfRequest> {
  private readonly accounts: ViewReader<AccountDocument>;

  constructor(@Inject(Views) views: Views) {
    this.accounts = views.of(accounts);
  }

  async execute({ kind, requestId }: FindAccountOfRequest): Promise<string | null> {
    const field = kind === 'reset' ? 'reset.resetId' : 'verification.verificationId';
    const [account] = await this.accounts.find({ where: { [field]: requestId }, limit: 1 });
    return account?._id ?? null;
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
