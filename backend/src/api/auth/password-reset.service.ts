import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Account } from '../../domain/account/account.js';
import type { PasswordResetRequest } from '../../domain/account/account-state.js';
import { INVALID_RESET } from '../../domain/account/credentials.js';
import { Rejected } from '../../kernel/aggregate.js';
import { actAs, isRepetition } from '../../kernel/causation.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { Accounts } from '../http/accounts.js';
import { Sessions } from '../http/sessions.js';
import { EmailHashes } from '../http/email-hashes.js';
import { Logins } from './logins.service.js';
import { ResetTokens } from '../../site/mailed-tokens.js';
import { NewPasswords, knownAs } from './new-passwords.js';
import { AnswerTime } from './answer-time.js';
import { Verifications, isGone } from './verification.service.js';

const HOUR_MS = 60 * 60 * 1000;

@Injectable()
export class PasswordResets {
  constructor(
    private readonly commands: CommandBus,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly hashes: EmailHashes,
    private readonly logins: Logins,
    private readonly passwords: NewPasswords,
    private readonly tokens: ResetTokens,
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly answerTime: AnswerTime,
    private readonly verifications: Verifications,
  ) {}

  /**
   * Sends a mail to the account that has verified this (normalised) address, else to the newest unverified one that was
   * registered with it. Takes the same time if there is none. Returns its id, or null.
   */
  async request(email: string): Promise<string | null> {
    let found: string | null = null;
    await this.answerTime.fill(async () => {
      const { verified, unverified } = await this.logins.of(this.hashes.of(email));
      const accountId = (verified ?? unverified[0])?.accountId;
      if (accountId === undefined) return;
      found = accountId;
      try {
        await this.commands.execute(
          Account.RequestPasswordReset({ accountId, reset: this.prepare(accountId) }),
        );
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    });
    return found;
  }

  /**
   * Accepts the token of a reset mail, once, sets the password, and verifies the address if it is not. Ends all sessions
   * and starts none. Returns the account's id.
   * @throws Rejected (invalid) if the token is invalid, replaced, used or expired; (conflict) if another account has
   * verified the address meanwhile; InvalidRequestException for a password that is easy to guess
   */
  async accept(token: string, password: string): Promise<string> {
    const request = this.tokens.requestOf(token);
    if (!request) throw new Rejected('invalid', INVALID_RESET);
    const { accountId, requestId: resetId } = request;
    const state = await this.accounts.state(accountId);
    // The aggregate checks this too, but a used link must not cause the work of hashing a password.
    const isUsed = state?.reset?.resetId !== resetId && !isRepetition();
    if (!state || isUsed) throw new Rejected('invalid', INVALID_RESET);
    const tokenHash = this.tokens.hashOf(accountId, resetId);
    const passwordHash = await this.passwords.hash('password', password, knownAs(state));
    const now = this.clock.now().toISOString();
    const shown = Account.ResetPassword({ accountId, resetId, tokenHash, passwordHash, now });
    if (state.verified) {
      await actAs({ kind: 'user', id: accountId }, () => this.commands.execute(shown));
    } else {
      const { registered, reset } = state;
      const isValid = reset?.resetId === resetId && now < reset.expiresAt;
      await this.verifications.verify(shown, registered.emailHash, isValid);
    }
    await this.sessions.endAll(accountId);
    return accountId;
  }

  private prepare(accountId: string): PasswordResetRequest {
    const resetId = this.ids.uuid();
    return {
      resetId,
      tokenHash: this.tokens.hashOf(accountId, resetId),
      expiresAt: new Date(this.clock.now().getTime() + HOUR_MS).toISOString(),
    };
  }
}
