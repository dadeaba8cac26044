import { Module } from '@nestjs/common';
import { FindAccountOfRequestHandler, FindUserHandler } from '../../projections/accounts/accounts.queries.js';
import { PublicPeopleHandler } from '../../projections/accounts/people.queries.js';
import { HttpModule } from '../http/http.module.js';
import { AuthController } from './auth.controller.js';
import { Credentials } from './credentials.service.js';
import { CurrentPassword } from './current-password.service.js';
import { EmailHashes } from './email-hashes.js';
import { LocalStrategy } from './local.strategy.js';
import { Logins } from './logins.service.js';
import { ResetTokens, VerificationTokens } from './mailed-tokens.js';
import { PasswordController } from './password.controller.js';
import { PasswordResets } from './password-reset.service.js';
import { Passwords } from './passwords.js';
import { Pause, TimerPause } from './pause.port.js';
import { Registration } from './registration.service.js';
import { Slot } from './slot.js';
import { UnsubscribeController } from './unsubscribe.controller.js';
import { Unsubscribe } from './unsubscribe.service.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.js';
import { Verifications } from './verification.service.js';

/**
 * Accounts over HTTP: register, verify, sign in and out. Needs the buses, Views, States, Clock, Ids, ServerSecret and
 * what HttpModule needs.
 */
@Module({
  imports: [HttpModule],
  controllers: [AuthController, PasswordController, UnsubscribeController],
  providers: [
    { provide: Pause, useClass: TimerPause },
    EmailHashes,
    Passwords,
    PasswordResets,
    ResetTokens,
    Credentials,
    CurrentPassword,
    LocalStrategy,
    Logins,
    Slot,
    Unsubscribe,
    UnsubscribeTokens,
    VerificationTokens,
    Verifications,
    Registration,
    FindAccountOfRequestHandler,
    FindUserHandler,
    PublicPeopleHandler,
  ],
  exports: [HttpModule, CurrentPassword, Registration, Verifications],
})
export class AuthModule {}
