import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Account } from '../../domain/account/account.js';
import { ALREADY_VERIFIED } from '../../domain/account/registration.js';
import { Email } from '../../domain/account/email.js';
import { Registrations } from '../../domain/account/registrations.js';
import { Rejected } from '../../kernel/aggregate.js';
import { normaliseEmail } from '../http/email-address.js';
import type { Account as SignedIn } from '../http/current-account.js';
import { InvalidRequestException } from '../http/validation.js';
import { AnswerTime } from './answer-time.js';
import { EmailHashes } from '../http/email-hashes.js';
import { Verifications } from './verification.service.js';

/** Corrects addresses that are not verified yet. */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly commands: CommandBus,
    private readonly hashes: EmailHashes,
    private readonly verifications: Verifications,
    private readonly answerTime: AnswerTime,
  ) {}

  /**
   * Gives an unverified account another (normalised) address. A mail with a link follows; earlier links are invalid.
   * Like a registration, it does not check whether another account has the address: verification decides.
   * @throws Rejected (conflict) if the address of the account is verified; InvalidRequestException for its own address
   */
  async change({ id: accountId, email: former, emailVerified }: SignedIn, email: string): Promise<void> {
    // The aggregate checks this too, but then the new address would have an entry.
    if (emailVerified) throw new Rejected('conflict', ALREADY_VERIFIED);
    const [emailHash, formerHash] = [this.hashes.of(email), this.hashes.of(normaliseEmail(former))];
    if (emailHash === formerHash) {
      throw new InvalidRequestException({ email: ['This is your email address already'] });
    }
    await this.answerTime.fill(async () => {
      // The entry first, as in a registration: without it the account could not sign in with the new address.
      await this.commands.execute(Registrations.OpenRegistration({ emailHash, accountId }));
      const verification = this.verifications.prepare(accountId);
      await this.commands.execute(Account.ChangeEmail({ accountId, email, emailHash, verification }));
      // A verification that was interrupted may have reserved the former address.
      await this.commands.execute(Email.ReleaseEmail({ emailHash: formerHash, accountId }));
    });
  }
}
