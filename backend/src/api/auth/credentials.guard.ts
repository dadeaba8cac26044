import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Credentials, InvalidCredentialsError } from './credentials.service.js';
import type { Login } from './logins.service.js';
import { note } from '../http/security-notes.js';
import { emailName } from '../http/login-throttle-key.js';
import { validationPipe } from '../http/validation.js';
import { LoginRequest } from './auth.contract.js';
import { LoginThrottle } from './login-throttle.js';

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
