import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Account } from '../../domain/account/account.js';
import type { User } from '../../projections/accounts/accounts.js';
import { Accounts } from '../http/accounts.js';
import { InvalidRequestException } from '../http/validation.js';
import { TextCheck } from '../texts/text-check.js';
import { impersonatedBy } from './impersonation.js';
import { DisplayNames } from './display-names.service.js';

type ProfileChange = Omit<Parameters<typeof Account.ChangeProfile>[0], 'accountId'>;

/** Errors for names that others could mistake for another user. */
const BORROWED = {
  person: 'This name looks like the anonymous name of another user. Please choose another one',
  service: 'This name is reserved for Footnote. Please choose another one',
} as const;

@Injectable()
export class Profiles {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly texts: TextCheck,
    private readonly names: DisplayNames,
  ) {}

  /**
   * Applies the changes and returns the account after them. Only new text is moderated, before others see it.
   * @throws InvalidRequestException for a name that is not available, and as {@link TextCheck.admit}; then nothing has
   * changed
   */
  async change(before: User, { displayUsername, bio, socialLinks }: ProfileChange): Promise<User> {
    const name = displayUsername && displayUsername !== before.displayUsername ? displayUsername : null;
    const borrowed = name && impersonatedBy(name, before.anonymousUsername);
    if (borrowed) throw new InvalidRequestException({ displayUsername: [BORROWED[borrowed]] });
    // The anonymous username is public already, and the moderation could find a rude word where its parts meet.
    const isAnonymous = name?.toLowerCase() === before.anonymousUsername.toLowerCase();
    await Promise.all([
      name && !isAnonymous ? this.texts.admit('name', name) : null,
      bio && bio !== before.bio ? this.texts.admit('bio', bio) : null,
    ]);
    const accountId = before.id;
    const change = (changedName: string | null | undefined) =>
      this.commands.execute(
        Account.ChangeProfile({ accountId, displayUsername: changedName, bio, socialLinks }),
      );
    // A name that stays is left out: another request may change it meanwhile, and it may be too similar to another name
    // that is as old.
    if (displayUsername === undefined || displayUsername === (await this.names.shownBy(accountId))) {
      await change(undefined);
    } else {
      await this.names.rename(accountId, displayUsername, () => change(displayUsername));
    }
    return this.accounts.present(accountId);
  }
}
