import { ConflictException, ForbiddenException, Injectable } from '@nestjs/common';
import type { Account } from '../http/current-account.js';
import { InvalidRequestException } from '../http/validation.js';
import { HashRenewals } from './credentials.service.js';
import { Passwords } from './passwords.js';

/** The browser that opened a verification link, and what the person in front of it has entered. */
export interface LinkHolder {
  readonly signedIn: Account | null;
  /** The account that this browser has registered last; null if it is not known. */
  readonly registeredHere: string | null;
  /** The password of the account. */
  readonly password?: string | undefined;
  /** A new password for the account, from a person who does not know the present one. */
  readonly newPassword?: string | undefined;
  /** Whether the person wants to sign out of another account. */
  readonly replaceSession?: boolean | undefined;
}

export interface LinkedAccount {
  readonly accountId: string;
  readonly username: string;
  readonly passwordHash: string;
}

/**
 * Decides whether the holder of a verification link may use it. The link proves that they read the mailbox. It does
 * not prove that they registered the account: anybody can register with the address of another person, and must not
 * keep a password for an account that its victim has verified.
 */
@Injectable()
export class LinkHolders {
  constructor(
    private readonly passwords: Passwords,
    private readonly renewals: HashRenewals,
  ) {}

  /**
   * Allows the browser that registered or is signed in to the account, and everybody who enters its password or a new
   * one.
   * @throws ForbiddenException (password_required); ConflictException (other_session) if it would silently end the
   * session of another account; InvalidRequestException for a wrong password
   */
  async admit(holder: LinkHolder, { accountId, username, passwordHash }: LinkedAccount): Promise<void> {
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
