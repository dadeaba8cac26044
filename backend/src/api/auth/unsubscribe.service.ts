import { BadRequestException, Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ChangeEmailPreferences } from '../../domain/account/account.commands.js';
import type { MailKind } from '../../domain/account/mail-kind.js';
import { actAs } from '../../infrastructure/engine/causation.js';
import { FindUser } from '../../projections/accounts/accounts.queries.js';
import { UnsubscribeTokens, type Unsubscribing } from './unsubscribe-tokens.js';

/** Stops mails for whoever has the link from one of them. */
@Injectable()
export class Unsubscribe {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(UnsubscribeTokens) private readonly tokens: UnsubscribeTokens,
  ) {}

  /** The kinds of mail that a token stops. @throws BadRequestException for a token that is not ours */
  kindsOf(token: string): readonly MailKind[] {
    return this.read(token).kinds;
  }

  /**
   * Stops them, and leaves the other kinds as they are. For an account that is gone there is nothing left to stop.
   * @throws BadRequestException for a token that is not ours
   */
  async stop(token: string): Promise<void> {
    const { accountId, kinds } = this.read(token);
    const user = await this.queries.execute(new FindUser(accountId));
    if (!user) return;
    const wanted = (kind: MailKind, isOn: boolean) => isOn && !kinds.includes(kind);
    await actAs({ kind: 'user', id: accountId }, () =>
      this.commands.execute(
        new ChangeEmailPreferences({
          accountId,
          emailNotificationsRating: wanted('rating', user.emailNotificationsRating),
          emailNotificationsComment: wanted('comment', user.emailNotificationsComment),
          emailNotificationsAchievements: wanted('achievements', user.emailNotificationsAchievements),
        }),
      ),
    );
  }

  private read(token: string): Unsubscribing {
    const read = this.tokens.read(token);
    if (!read) throw new BadRequestException('This link is not valid.');
    return read;
  }
}
