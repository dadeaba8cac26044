import { ConflictException, ForbiddenException, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Account as SignedIn } from '../http/current-account.js';
import { InvalidRequestException } from '../http/validation.js';
import { HashRenewals } from './credentials.service.js';
import { Passwords, NewPasswords, knownAs } from './passwords.js';
import { Account } from '../../domain/account/account.js';
import type { VerificationRequest } from '../../domain/account/account-state.js';
import { INVALID_LINK, INVALID_RESET } from '../../domain/account/credentials.js';
import { EMAIL_TAKEN, Email } from '../../domain/account/email.js';
import { Rejected } from '../../kernel/aggregate.js';
import { actAs } from '../../kernel/causation.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import { normaliseEmail, EmailHashes } from '../http/email-address.js';
import { AccountLinks } from '../http/account-links.js';
import { Accounts } from '../http/accounts.js';
import { type Login, Logins } from './logins.service.js';
import { AnswerTime } from './answer-time.js';
import { VerificationTokens } from '../../site/mailed-tokens.js';

/** The browser that opened a verification link, and what the person in front of it has entered. */
interface LinkHolder {
  readonly signedIn: SignedIn | null;
  /** The account that this browser has registered last; null if it is not known. */
  readonly registeredHere: string | null;
  /** The password of the account. */
  readonly password?: string | undefined;
  /** A new password for the account, from a person who does not know the present one. */
  readonly newPassword?: string | undefined;
  /** Whether the person wants to sign out of another account. */
  readonly replaceSession?: boolean | undefined;
}

const OTHER_REGISTRATION =
  'Verification failed. This link belongs to another registration of your address. Please use the mail that names your account.';

const HOURS_24 = 24 * 60 * 60 * 1000;

@Injectable()
export class Verifications {
  constructor(
    private readonly commands: CommandBus,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly accounts: Accounts,
    private readonly logins: Logins,
    private readonly hashes: EmailHashes,
    private readonly answerTime: AnswerTime,
    private readonly tokens: VerificationTokens,
    private readonly states: States,
    private readonly newPasswords: NewPasswords,
    private readonly links: AccountLinks,
    private readonly passwords: Passwords,
    private readonly renewals: HashRenewals,
  ) {}

  /** A request that is valid for 24 hours from now. */
  prepare(accountId: string): VerificationRequest {
    const verificationId = this.ids.uuid();
    return {
      verificationId,
      tokenHash: this.tokens.hashOf(accountId, verificationId),
      expiresAt: new Date(this.clock.now().getTime() + HOURS_24).toISOString(),
    };
  }

  /**
   * Sends another mail if an unverified account has this address: the signed-in one, else the newest. Takes the same
   * time if no account has.
   */
  async resend(address: string, signedIn: SignedIn | null): Promise<void> {
    await this.answerTime.fill(async () => {
      const emailHash = this.hashes.of(address);
      const { unverified } = await this.logins.of(emailHash);
      const accountId = this.isPendingFor(emailHash, signedIn) ? signedIn?.id : unverified[0]?.accountId;
      if (!accountId) return;
      try {
        await this.commands.execute(
          Account.RequestVerification({ accountId, verification: this.prepare(accountId) }),
        );
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    });
  }

  /**
   * Accepts the token of a mail, verifies the address, and replaces the password if the holder of the link sets a new
   * one. Returns the account id. A used link of the signed-in account does no harm. A user who is signed in to an
   * unverified account cannot verify another registration of the same address.
   * @throws Rejected if the token is invalid, replaced, used or expired, or if another account has verified the
   * address; as {@link admit}
   */
  async accept(token: string, holder: LinkHolder): Promise<string> {
    const request = this.tokens.requestOf(token);
    const found = request && (await this.accounts.state(request.accountId));
    if (!found?.verification || found.verification.verificationId !== request?.requestId) {
      throw new Rejected('invalid', INVALID_LINK);
    }
    const { accountId, requestId: verificationId } = request;
    const { registered, verifiedAt, verification, passwordHash } = found;
    const { emailHash, username } = registered;
    const { signedIn, newPassword } = holder;
    if (verifiedAt !== null && signedIn?.id === accountId && newPassword === undefined) return accountId;
    if (signedIn?.id !== accountId && this.isPendingFor(emailHash, signedIn)) {
      throw new Rejected('conflict', OTHER_REGISTRATION);
    }
    const now = this.clock.now().toISOString();
    // A link that is of no use is refused below; the person is not asked for a password first.
    const isGood = verifiedAt === null && now < verification.expiresAt;
    if (isGood) {
      await this.refuseTaken(emailHash, accountId);
      await this.admit(holder, { accountId, username, passwordHash });
    }
    const newHash =
      isGood && newPassword !== undefined
        ? await this.newPasswords.hash('newPassword', newPassword, knownAs(found))
        : null;
    const tokenHash = this.tokens.hashOf(accountId, verificationId);
    const shown = { accountId, verificationId, tokenHash, now };
    await this.verify(
      Account.VerifyEmail({ ...shown, ...(newHash !== null && { passwordHash: newHash }) }),
      emailHash,
      isGood,
    );
    return accountId;
  }

  /**
   * Verifies the address of an account with the token of a link that was mailed there. If it is valid, the address is
   * reserved first: so an interrupted attempt can be repeated.
   * @throws Rejected (conflict) if another account has verified the address; (invalid) if the token is of no use any more
   */
  async verify(
    shown: ReturnType<typeof Account.VerifyEmail> | ReturnType<typeof Account.ResetPassword>,
    emailHash: string,
    isValid: boolean,
  ): Promise<void> {
    const { accountId } = shown.data;
    await actAs({ kind: 'user', id: accountId }, async () => {
      // An invalid token must not reserve the address.
      if (isValid) await this.commands.execute(Email.ClaimEmail({ emailHash, accountId }));
      try {
        await this.commands.execute(shown);
      } catch (error) {
        const isLeft = isGone(error) || (await this.hasLeft(accountId, emailHash));
        if (!isLeft) throw error;
        // The erasure or a change of the address may have released it before it was reserved here, and will not do
        // so again.
        await this.commands.execute(Email.ReleaseEmail({ emailHash, accountId }));
        throw new Rejected(
          'invalid',
          shown instanceof Account.commands.VerifyEmail ? INVALID_LINK : INVALID_RESET,
        );
      }
      await this.links.linkAll(accountId, emailHash);
    });
  }

  /** The decision on the claim says the same, but only after the person has entered a password. */
  private async refuseTaken(emailHash: string, accountId: string): Promise<void> {
    const owner = (await this.states.of(Email, emailHash)).accountId;
    if (owner !== null && owner !== accountId) throw new Rejected('conflict', EMAIL_TAKEN);
  }

  /** Whether the account has another address now. */
  private async hasLeft(accountId: string, emailHash: string): Promise<boolean> {
    const state = await this.accounts.state(accountId);
    return state !== null && state.registered.emailHash !== emailHash;
  }

  /** Whether the request comes from an account that waits to verify this address. */
  private isPendingFor(emailHash: string, signedIn: SignedIn | null): boolean {
    if (!signedIn || signedIn.emailVerified) return false;
    return this.hashes.of(normaliseEmail(signedIn.email)) === emailHash;
  }

  /**
   * Decides whether the holder of a verification link may use it: the browser that registered or is signed in to the
   * account, and everybody who enters its password or a new one. The link proves that they read the mailbox. It does
   * not prove that they registered the account: anybody can register with the address of another person, and must not
   * keep a password for an account that its victim has verified.
   * @throws ForbiddenException (password_required); ConflictException (other_session) if it would silently end the
   * session of another account; InvalidRequestException for a wrong password
   */
  private async admit(
    holder: LinkHolder,
    { accountId, username, passwordHash }: Login & { readonly username: string },
  ): Promise<void> {
    const { signedIn, registeredHere, password, newPassword, replaceSession = false } = holder;
    const isHome = signedIn?.id === accountId || registeredHere === accountId;
    if (!isHome && password === undefined && newPassword === undefined) {
      throw new ForbiddenException({
        code: 'password_required',
        message: `Please enter the password of ${username} to verify its email address.`,
      });
    }
    if (signedIn && signedIn.id !== accountId && !replaceSession) {
      throw new ConflictException({
        code: 'other_session',
        message: `This link is for ${username}. You are signed in as ${signedIn.anonymousUsername}.`,
      });
    }
    if (isHome || newPassword !== undefined) return;
    const shown = password ?? '';
    if (!(await this.passwords.fits(shown, passwordHash))) {
      throw new InvalidRequestException({
        password: ['This is not the password of the account. Please try again, or set a new one'],
      });
    }
    await this.renewals.renew({ accountId, passwordHash }, shown);
  }
}

/** Whether an account was deleted before a command reached it. */
export function isGone(error: unknown): boolean {
  return error instanceof Rejected && error.refusal === 'notFound';
}
