import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CommandBus } from '@nestjs/cqrs';
import { ServerSecret, sameBytes } from '../../infrastructure/sessions/server-secret.js';
import { Site } from '../../site/site.js';
import { Account } from '../../domain/account/account.js';
import { anonymousUsername } from '../../domain/account/anonymous-username.js';
import { Registrations } from '../../domain/account/registrations.js';
import { Username } from '../../domain/account/username.js';
import { Photo } from '../../domain/photo/photo.js';
import { Rejected } from '../../kernel/aggregate.js';
import { actAs } from '../../kernel/causation.js';
import { Ids } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import { EmailHashes } from '../http/email-address.js';
import { NewPasswords } from './passwords.js';
import { Verifications } from './verification.service.js';

const DAYS_7 = 7 * 24 * 60 * 60;

/**
 * Remembers for 7 days which account a browser has registered last, so that a verification link needs no password
 * there, even after signing out. The cookie is signed, so it cannot be forged. Without a link it permits nothing.
 */
@Injectable()
export class RegisteredCookie {
  constructor(
    private readonly secret: ServerSecret,
    private readonly site: Site,
  ) {}

  /** The id of the account; null without a cookie, or if its signature is invalid. */
  read(request: FastifyRequest): string | null {
    const [accountId, signature, ...more] = (request.cookies[this.cookie.name] ?? '').split('.');
    if (!accountId || !signature || more.length > 0) return null;
    return sameBytes(Buffer.from(signature, 'base64url'), this.sign(accountId)) ? accountId : null;
  }

  /** Remembers this account in place of an earlier one. */
  write(reply: FastifyReply, accountId: string): void {
    const value = `${accountId}.${this.sign(accountId).toString('base64url')}`;
    const { name, options } = this.cookie;
    reply.setCookie(name, value, { ...options, maxAge: DAYS_7 });
  }

  /** Forgets the account: once it is verified, its links do nothing. */
  clear(reply: FastifyReply): void {
    const { name, options } = this.cookie;
    reply.clearCookie(name, options);
  }

  private sign(accountId: string): Buffer {
    return this.secret.hmac('registered', accountId);
  }

  private get cookie() {
    return this.site.cookie('registered');
  }
}

const USERNAME_TRIES = 10;

/** Creates accounts. Does not check whether the address is taken: verification decides who owns it. */
@Injectable()
export class Registration {
  constructor(
    private readonly commands: CommandBus,
    private readonly ids: Ids,
    private readonly states: States,
    private readonly hashes: EmailHashes,
    private readonly passwords: NewPasswords,
    private readonly verifications: Verifications,
    private readonly secret: ServerSecret,
  ) {}

  /**
   * Creates an unverified account for a normalised address and returns its id. A mail follows. The photos that the browser
   * has a claim on are the account's from now on.
   * @throws InvalidRequestException for a password that is easy to guess
   */
  async register(email: string, password: string, claimed: readonly string[]): Promise<string> {
    const accountId = this.ids.uuid();
    const passwordHash = await this.passwords.hash('password', password, { email, names: [] });
    return actAs({ kind: 'user', id: accountId }, async () => {
      const username = await this.takeUsername(accountId);
      const emailHash = this.hashes.of(email);
      const verification = this.verifications.prepare(accountId);
      // The entry first: a crash in between leaves an entry without an account, but never an account that cannot sign
      // in.
      await this.commands.execute(Registrations.OpenRegistration({ emailHash, accountId }));
      await this.commands.execute(
        Account.RegisterAccount({ accountId, email, emailHash, username, passwordHash, verification }),
      );
      for (const photoId of claimed) await this.claim(photoId, accountId);
      return accountId;
    });
  }

  private async claim(photoId: string, accountId: string): Promise<void> {
    const { admitted } = await this.states.of(Photo, photoId);
    if (!admitted) return;
    const { imageHash } = admitted.picture;
    try {
      await this.commands.execute(Photo.ClaimPhoto({ photoId, imageHash, accountId, holdsClaim: true }));
    } catch (error) {
      // It was deleted, or another account has it.
      if (!(error instanceof Rejected)) throw error;
    }
  }

  private async takeUsername(accountId: string): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      // Nobody can derive it from the id, and a repeated registration takes the same one.
      const username = anonymousUsername(this.secret.hmac('anonymous username', accountId, String(tries)));
      try {
        const usernameHash = this.secret.hmac('username', username.toLowerCase()).toString('hex');
        await this.commands.execute(Username.ClaimUsername({ usernameHash, accountId }));
        return username;
      } catch (error) {
        if (!(error instanceof Rejected) || tries === USERNAME_TRIES) throw error;
      }
    }
  }
}
