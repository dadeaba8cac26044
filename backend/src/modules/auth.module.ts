import { Module } from '@nestjs/common';
import { AuthController } from '../api/auth/auth.controller.js';
import {
  Credentials,
  CurrentPassword,
  HashRenewals,
  LocalStrategy,
} from '../api/auth/credentials.service.js';
import { Verifications } from '../api/auth/verification.service.js';
import { Logins } from '../api/auth/logins.service.js';
import { PasswordController } from '../api/auth/password.controller.js';
import { NewDevices } from '../api/auth/new-devices.js';
import { NewPasswords, Passwords } from '../api/auth/passwords.js';
import { AnswerTime } from '../api/auth/answer-time.js';
import { RegisteredCookie, Registration } from '../api/auth/registration.service.js';
import { LoginThrottle } from '../api/auth/login-throttle.js';
import { UnsubscribeController } from '../api/auth/unsubscribe.controller.js';
import { HttpModule } from './http.module.js';

/** Registering, verifying, signing in and out, passwords, and links in mails. */
@Module({
  imports: [HttpModule],
  controllers: [AuthController, PasswordController, UnsubscribeController],
  providers: [
    NewDevices,
    NewPasswords,
    Passwords,
    Credentials,
    CurrentPassword,
    HashRenewals,
    LocalStrategy,
    Logins,
    AnswerTime,
    Verifications,
    RegisteredCookie,
    Registration,
    LoginThrottle,
  ],
  exports: [CurrentPassword, NewDevices, NewPasswords, Passwords, LoginThrottle],
})
export class AuthModule {}
