import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ChangeEmailPreferences, ChangeProfile } from '../../domain/account/account.commands.js';
import { borrowedFrom } from '../../domain/account/borrowed-name.js';
import type { User } from '../../projections/accounts/accounts.reader.js';
import { Accounts } from '../http/accounts.js';
import { InvalidRequestException } from '../http/validation.js';
import { TextGate } from '../texts/text-gate.js';
import { type EmailPreferencesRequest, linksOf, type ProfileRequest } from './account.requests.js';

/** Why a name can't be had that would be taken for somebody else's. */
const BORROWED = {
  person: 'This name looks like the anonymous name of somebody else. Please choose another one',
  service: 'This name is reserved for Footnote. Please choose another one',
} as const;

/** What people say of themselves, and which mails they want. */
@Injectable()
export class Profiles {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Accounts) private readonly accounts: Accounts,
    @Inject(TextGate) private readonly texts: TextGate,
  ) {}

  /**
   * Changes what the request names, and answers the account as it is then. Only what is new is read before others see
   * it. @throws InvalidRequestException for a name that is not theirs to have, and as {@link TextGate.admit}; nothing has
   * changed then
   */
  async change(before: User, { displayUsername, bio, socialLinks }: ProfileRequest): Promise<User> {
    const name = displayUsername && displayUsername !== before.displayUsername ? displayUsername : null;
    const borrowed = name && borrowedFrom(name, before.anonymousUsername);
    if (borrowed) throw new InvalidRequestException({ displayUsername: [BORROWED[borrowed]] });
    // Everybody reads it already; and where its two words meet, a moderation may find a rude one.
    const isAnonymous = name?.toLowerCase() === before.anonymousUsername.toLowerCase();
    await Promise.all([
      name && !isAnonymous ? this.texts.admit('name', name) : null,
      bio && bio !== before.bio ? this.texts.admit('bio', bio) : null,
    ]);
    await this.commands.execute(
      new ChangeProfile({
        accountId: before.id,
        displayUsername,
        bio,
        socialLinks: socialLinks && linksOf(socialLinks),
      }),
    );
    return this.accounts.present(before.id);
  }

  /** Switches the mails that the request names on or off, and answers the account as it is then. */
  async prefer(accountId: string, preferences: EmailPreferencesRequest): Promise<User> {
    await this.commands.execute(new ChangeEmailPreferences({ accountId, ...preferences }));
    return this.accounts.present(accountId);
  }
}
