import type { MailKind } from '../../domain/account/mail-kind.js';
import type { ViewProgress } from '../../kernel/view-progress.js';
import { accounts } from '../../projections/accounts/accounts.projection.js';
import type { AccountsReader } from '../../projections/accounts/accounts.reader.js';
import { haveSeen } from '../seen-views.js';

/** A person to write to. */
export interface Recipient {
  readonly email: string;
  /** Whether their address is verified. */
  readonly isVerified: boolean;
  /** The username given at registration; mails name the account by it. */
  readonly username: string;
  /** Whether they want mails of a kind. Mails about account security are always sent. */
  readonly wants: Readonly<Record<MailKind, boolean>>;
}

/** Finds the recipients of mails. */
export interface Recipients {
  /**
   * The owner of an account as of the event at `position`; null if the account was deleted.
   * @throws PausingError if the accounts view is too far behind
   */
  find(accountId: string, position: number): Promise<Recipient | null>;
}

/** Looks recipients up in the views. */
export function recipientsIn(
  views: Pick<ViewProgress, 'seen'>,
  reader: Pick<AccountsReader, 'user'>,
): Recipients {
  return {
    async find(accountId, position) {
      await haveSeen(views, [accounts], position);
      const user = await reader.user(accountId);
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
    },
  };
}
