import { Injectable } from '@nestjs/common';
import type { MailKind } from '../../domain/account/mail-kind.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { accounts, AccountsReader } from '../../projections/accounts/accounts.js';
import { haveSeen } from '../seen-views.js';

export interface Recipient {
  readonly email: string;
  readonly isVerified: boolean;
  /** The username given at registration; mails name the account by it. */
  readonly username: string;
  readonly wants: Readonly<Record<MailKind, boolean>>;
}

@Injectable()
export class Recipients {
  constructor(
    private readonly views: ViewProgress,
    private readonly reader: AccountsReader,
  ) {}

  /**
   * The owner of an account as of the event at `position`; null if the account was deleted.
   * @throws PausingError if the accounts view is too far behind
   */
  async find(accountId: string, position: number): Promise<Recipient | null> {
    await haveSeen(this.views, [accounts], position);
    const user = await this.reader.user(accountId);
    if (!user) return null;
    return {
      email: user.email,
      isVerified: user.emailVerified,
      username: user.anonymousUsername,
      wants: {
        rating: user.emailNotificationsRating,
        comment: user.emailNotificationsComment,
        achievements: user.emailNotificationsAchievements,
        boosts: user.emailNotificationsBoosts,
      },
    };
  }
}
