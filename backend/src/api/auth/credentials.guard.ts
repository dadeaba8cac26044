import { type ExecutionContext, Inject, Injectable, createParamDecorator } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { validationPipe } from '../http/validation.js';
import { LoginRequest } from './auth.requests.js';
import { Credentials } from './credentials.service.js';
import type { LoginAttempt } from './local.strategy.js';
import type { Login } from './logins.service.js';

/**
 * Lets a login with the right address and password through; answers 400 to half a login and 401 to a wrong
 * one.
 */
@Injectable()
export class CredentialsGuard extends AuthGuard('local') {
  // Guards come before pipes, and passport would answer a missing field with 401.
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

/** The account whose password was right. Only behind {@link CredentialsGuard}. */
export const CheckedLogin = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<{ user: Login }>().user,
);
