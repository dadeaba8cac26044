import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';
import type { Credentials } from './credentials.service.js';
import type { Login } from './logins.service.js';

/** A request on its way through {@link LocalStrategy}, with what checks its credentials. */
export interface LoginAttempt {
  credentials: Credentials;
}

/**
 * Reads the address and the password of a login, under passport-local. Passport keeps its strategies for the
 * whole process, so this one knows nothing of any one application: the request brings that along.
 */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({ usernameField: 'email', passwordField: 'password', session: false, passReqToCallback: true });
  }

  /** @throws UnauthorizedException when the password is not right */
  validate({ credentials }: LoginAttempt, email: string, password: string): Promise<Login> {
    return credentials.check(email, password);
  }
}
