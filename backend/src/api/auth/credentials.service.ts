import {
  Injectable,
  UnauthorizedException,
  createParamDecorator,
  type ExecutionContext,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Account } from '../../domain/account/account.js';
import { actAs, asIfNew } from '../../kernel/causation.js';
import { normaliseEmail, EmailHashes } from '../http/email-address.js';
import { InvalidRequestException, validationPipe } from '../http/validation.js';
import { type Login, Logins, MOST_UNVERIFIED } from './logins.service.js';
import { Passwords } from './passwords.js';
import { EventLogUnavailableError } from '../../kernel/event-log.js';
import { Accounts } from '../http/accounts.js';
import { note } from '../http/security-notes.js';
import { emailName } from '../http/known-device-cookie.js';
import { LoginRequest } from './auth.contract.js';
import { LoginThrottle } from './login-throttle.js';

/** Makes hashes of NFC of those from before passwords were normalised. */
@Injectable()
export class HashRenewals {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
  ) {}

  /** A login whose password was just checked, with the hash that counts now. Ends no session. */
  async renew({ accountId, passwordHash }: Login, password: string): Promise<Login> {
    const replace = async (renewed: string) => {
      const command = Account.RenewPasswordHash({
        accountId,
        currentHash: passwordHash,
        passwordHash: renewed,
      });
      // A repetition of the request may find it renewed.
      await actAs({ kind: 'user', id: accountId }, () => asIfNew(() => this.commands.execute(command))).catch(
        (error: unknown) => {
          // People still sign in, and the next time renews it.
          if (!(error instanceof EventLogUnavailableError)) throw error;
        },
      );
      return this.accounts.passwordHash(accountId);
    };
    return { accountId, passwordHash: await this.passwords.renew(password, passwordHash, replace) };
  }
}

@Injectable()
export class Credentials {
  constructor(
    private readonly logins: Logins,
    private readonly hashes: EmailHashes,
    private readonly passwords: Passwords,
    private readonly renewals: HashRenewals,
  ) {}

  /**
   * The account that the password belongs to: the one with the verified address, else the newest unverified one.
   * Always checks the same number of hashes, so response times do not reveal which addresses have accounts.
   * @throws InvalidCredentialsError if no account matches
   */
  async check(email: string, password: string): Promise<Login> {
    const { verified, unverified } = await this.logins.of(this.hashes.of(normaliseEmail(email)));
    const candidates = [
      verified,
      ...Array.from({ length: MOST_UNVERIFIED }, (_, index) => unverified[index] ?? null),
    ];
    const fits = await Promise.all(
      candidates.map((login) => this.passwords.fits(password, login?.passwordHash ?? null)),
    );
    const login = candidates.find((_, index) => fits[index]);
    if (!login) throw new InvalidCredentialsError(verified?.accountId ?? unverified[0]?.accountId ?? null);
    return this.renewals.renew(login, password);
  }
}

/** The same response for every address, with or without an account. */
export class InvalidCredentialsError extends UnauthorizedException {
  /** @param accountId the account of the failed sign-in, for the security log; null if the address has no account */
  constructor(readonly accountId: string | null) {
    super('Invalid email or password');
  }
}

/** Confirms that a signed-in user knows the password, before an action that cannot be undone. */
@Injectable()
export class CurrentPassword {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly renewals: HashRenewals,
  ) {}

  /** Returns the hash of the password. @throws InvalidRequestException at this field if it is wrong */
  async check(accountId: string, password: string, field = 'password'): Promise<string> {
    const passwordHash = await this.accounts.passwordHash(accountId);
    const fits = await this.passwords.fits(password, passwordHash);
    if (!fits || passwordHash === null)
      throw new InvalidRequestException({ [field]: ['Current password is incorrect'] });
    return (await this.renewals.renew({ accountId, passwordHash }, password)).passwordHash;
  }
}

/** A request for {@link LocalStrategy}, with the service that checks its credentials. */
export interface LoginAttempt {
  credentials: Credentials;
}

/**
 * Reads the address and the password of a login, called by passport-local. Passport registers strategies for the whole
 * process, so this one holds no application state: the request carries it.
 */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({ usernameField: 'email', passwordField: 'password', session: false, passReqToCallback: true });
  }

  /** @throws UnauthorizedException if the password is wrong */
  async validate(request: FastifyRequest & LoginAttempt, email: string, password: string): Promise<Login> {
    try {
      return await request.credentials.check(email, password);
    } catch (error) {
      if (error instanceof InvalidCredentialsError) note(request, { account: error.accountId });
      throw error;
    }
  }
}

/**
 * Allows a login with the right address and password. Answers 400 if a field is missing, 401 if they are wrong, 429 if
 * too many try this address.
 */
@Injectable()
export class CredentialsGuard extends AuthGuard('local') {
  // Guards run before pipes, and passport would answer a missing field with 401.
  private readonly validation = validationPipe();

  constructor(
    private readonly credentials: Credentials,
    private readonly pace: LoginThrottle,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest & LoginAttempt>();
    const argument = { type: 'body', metatype: LoginRequest } as const;
    const { email } = (await this.validation.transform(request.body ?? {}, argument)) as LoginRequest;
    await this.pace.wait(request, http.getResponse<FastifyReply>(), emailName(email));
    request.credentials = this.credentials;
    return (await super.canActivate(context)) as boolean;
  }
}

/** The account whose password was right. Use only behind {@link CredentialsGuard}. */
export const CheckedLogin = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<{ user: Login }>().user,
);
