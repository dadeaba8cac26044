import { BadRequestException, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Account } from '../../domain/account/account.js';
import type { MailKind } from '../../domain/account/mail-kind.js';
import { Rejected } from '../../kernel/aggregate.js';
import { actAs } from '../../kernel/causation.js';
import { UnsubscribeTokens, type Unsubscribing } from '../../site/mailed-tokens.js';

@Injectable()
export class Unsubscribe {
  constructor(
    private readonly commands: CommandBus,
    private readonly tokens: UnsubscribeTokens,
  ) {}

  /** The kinds of mail that a token stops. @throws BadRequestException for an invalid token */
  kindsOf(token: string): readonly MailKind[] {
    return this.read(token).kinds;
  }

  /**
   * Stops these kinds and leaves the others unchanged. Does nothing for a deleted account.
   * @throws BadRequestException for an invalid token
   */
  async stop(token: string): Promise<void> {
    const { accountId, kinds } = this.read(token);
    // Send only the changed kinds: the view may be out of date about the others.
    const switchedOff = (kind: MailKind) => (kinds.includes(kind) ? false : undefined);
    const command = Account.ChangeEmailPreferences({
      accountId,
      emailNotificationsRating: switchedOff('rating'),
      emailNotificationsComment: switchedOff('comment'),
      emailNotificationsAchievements: switchedOff('achievements'),
      emailNotificationsBoosts: switchedOff('boosts'),
    });
    try {
      await actAs({ kind: 'user', id: accountId }, () => this.commands.execute(command));
    } catch (error) {
      if (!(error instanceof Rejected && error.refusal === 'notFound')) throw error;
    }
  }

  private read(token: string): Unsubscribing {
    const read = this.tokens.read(token);
    if (!read) throw new BadRequestException('This link is not valid.');
    return read;
  }
}
