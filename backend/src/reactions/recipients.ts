import type { MailKind } from '../domain/account/mail-kind.js';
import type { ViewProgress } from '../kernel/view-progress.js';
import { accounts } from '../projections/accounts/accounts.projection.js';
import type { AccountsReader } from '../projections/accounts/accounts.reader.js';
import { haveSeen } from './seen-views.js';

/** Somebody to write to. */
export interface Recipient {
  readonly email: string;
  /** Whether they have proved that the address is theirs. */
  readonly isVerified: boolean;
  /** The one that was given at registration; letters name the account by it. */
  readonly username: string;
  /** Whether they want mails of a kind. Those about the safety of the account are sent in any case. */
  readonly wants: Readonly<Record<MailKind, boolean>>;
}

/** How whoever writes letters finds whom to write to. */
export interface Recipients {
  /**
   * The owner of an account as of the event at `position`; null when the account is gone.
   * @throws Error when the view of accounts is too far behind to tell
   */
  find(accountId: string, position: number): Promise<Recipient | null>;
}

/** Looks people up in the views. */
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
        },
      };
    },
  };
}
