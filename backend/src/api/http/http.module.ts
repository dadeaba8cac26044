import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { Accounts } from './accounts.js';
import { ClaimCookie } from './claim-cookie.js';
import { ErrorFilter } from './error.filter.js';
import { LimitsSweeper } from './limits-sweeper.js';
import { LimitsGuard } from './limits.guard.js';
import { OtherAccountGuard } from './other-account.guard.js';
import { SameOriginGuard } from './same-origin.guard.js';
import { SessionSweeper } from './session-sweeper.js';
import { Sessions } from './sessions.js';
import { validationPipe } from './validation.js';

/**
 * What every controller stands on. Needs Site, ServerSecret, SessionStore, LimitStore,
 * LimitSwitch, States, Clock and Ids from around it.
 */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_GUARD, useClass: SameOriginGuard },
    { provide: APP_GUARD, useClass: OtherAccountGuard },
    { provide: APP_GUARD, useClass: LimitsGuard },
    { provide: APP_PIPE, useFactory: validationPipe },
    Accounts,
    Sessions,
    SessionSweeper,
    LimitsSweeper,
    ClaimCookie,
  ],
  exports: [Accounts, Sessions, ClaimCookie],
})
export class HttpModule {}
