import { createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';
import type { FastifyRequest } from 'fastify';
import { Credentials } from './credentials.service.js';
import type { Login } from './logins.service.js';
import { validationPipe } from '../http/validation.js';
import { LoginRequest } from './auth.requests.js';

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
  validate({ credentials }: LoginAttempt, email: string, password: string): Promise<Login> {
    return credentials.check(email, password);
  }
}

/** Allows a login with the right address and password. Answers 400 if a field is missing, 401 if they are wrong. */
@Injectable()
export class CredentialsGuard extends AuthGuard('local') {
  // Guards run before pipes, and passport would answer a missing field with 401.
  private readonly validation = validationPipe();

  constructor(@Inject(Credentials) private readonly credentials: Credentials) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest & LoginAttempt>();
    await this.validation.transform(request.body ?? {}, { type: 'body', metatype: LoginRequest });
    request.credentials = this.credentials;
    return (await super.canActivate(context)) as boolean;
  }
}

/** The account whose password was right. Use only behind {@link CredentialsGuard}. */
export const CheckedLogin = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<{ user: Login }>().user,
);
