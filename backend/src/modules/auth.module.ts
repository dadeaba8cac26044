import { Module } from '@nestjs/common';
import { AuthController } from '../api/auth/auth.controller.js';
import { Credentials, CurrentPassword, HashRenewals } from '../api/auth/credentials.service.js';
import { EmailChanges } from '../api/auth/email-change.service.js';
import { LocalStrategy } from '../api/auth/credentials.guard.js';
import { LinkHolders } from '../api/auth/link-holder.js';
import { Logins } from '../api/auth/logins.service.js';
import { PasswordController } from '../api/auth/password.controller.js';
import { PasswordResets } from '../api/auth/password-reset.service.js';
import { NewDevices } from '../api/auth/new-devices.js';
import { NewPasswords } from '../api/auth/new-passwords.js';
import { Passwords } from '../api/auth/passwords.js';
import { AnswerTime } from '../api/auth/answer-time.js';
import { RegisteredCookie } from '../api/auth/registered-cookie.js';
import { Registration } from '../api/auth/registration.service.js';
import { LoginThrottle } from '../api/auth/login-throttle.js';
import { UnsubscribeController } from '../api/auth/unsubscribe.controller.js';
import { Verifications } from '../api/auth/verification.service.js';
import { HttpModule } from './http.module.js';

/** Registering, verifying, signing in and out, passwords, and links in mails. */
@Module({
  imports: [HttpModule],
  controllers: [AuthController, PasswordController, UnsubscribeController],
  providers: [
    EmailChanges,
    NewDevices,
    NewPasswords,
    Passwords,
    PasswordResets,
    Credentials,
    CurrentPassword,
    HashRenewals,
    LinkHolders,
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
