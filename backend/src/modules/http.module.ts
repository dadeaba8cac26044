import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AnswerListener } from '../api/answers/answer-listener.js';
import { Answers } from '../api/answers/answers.interceptor.js';
import { KeptAnswers } from '../api/answers/kept-answers.js';
import { Accounts } from '../api/http/accounts.js';
import { AccountLinks } from '../api/http/account-links.js';
import { AdminEntry } from '../api/http/admin-entry.js';
import { AdminBrowsers } from '../api/http/admin-browsers.js';
import { AdminMarker } from '../api/http/admin-marker.js';
import { AdminSessions } from '../api/http/admin-sessions.js';
import { Admins } from '../api/http/admins.js';
import { ClaimCookie } from '../api/http/claim-cookie.js';
import { DeviceCookie } from '../api/http/device-cookie.js';
import { EmailHashes } from '../api/http/email-hashes.js';
import { ErrorFilter } from '../api/http/error.filter.js';
import { ForgivenHits } from '../api/http/forgiven-hits.js';
import { GeneratedFiles } from '../api/http/generated-files.js';
import { IdempotencyKeys, IdempotentWrites } from '../api/http/idempotency-keys.js';
import { LimitsSweeper, SessionSweeper } from '../api/http/sweepers.js';
import { LimitsGuard } from '../api/http/limits.guard.js';
import { OtherAccountGuard } from '../api/http/other-account.guard.js';
import { SecurityRecorder } from '../api/http/security-recorder.js';
import { SameOriginGuard } from '../api/http/same-origin.guard.js';
import { RequestAdmins } from '../api/http/request-admins.js';
import { RequestAccounts } from '../api/http/request-accounts.js';
import { Sessions } from '../api/http/sessions.js';
import { ReadLimits } from '../api/http/read-limits.js';
import { RefusedOrigins } from '../api/http/refused-origins.js';
import { RefusedWebhooks } from '../api/http/refused-webhooks.js';
import { ReadTurns } from '../api/http/read-turns.js';
import { SlowBodies } from '../api/http/slow-bodies.js';
import { UploadTurns } from '../api/http/upload-turns.js';
import { validationPipe } from '../api/http/validation.js';

/** What all controllers need: guards, limits, sessions and the account of a request. */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_GUARD, useClass: SameOriginGuard },
    { provide: APP_GUARD, useClass: OtherAccountGuard },
    { provide: APP_GUARD, useClass: LimitsGuard },
    RefusedOrigins,
    RefusedWebhooks,
    { provide: APP_INTERCEPTOR, useClass: GeneratedFiles },
    ReadTurns,
    { provide: APP_INTERCEPTOR, useExisting: ReadTurns },
    { provide: APP_INTERCEPTOR, useClass: ForgivenHits },
    { provide: APP_INTERCEPTOR, useClass: IdempotentWrites },
    { provide: APP_INTERCEPTOR, useClass: Answers },
    KeptAnswers,
    AnswerListener,
    IdempotencyKeys,
    { provide: APP_PIPE, useFactory: validationPipe },
    Accounts,
    AccountLinks,
    EmailHashes,
    Sessions,
    Admins,
    AdminEntry,
    AdminBrowsers,
    AdminMarker,
    AdminSessions,
    SessionSweeper,
    LimitsSweeper,
    ClaimCookie,
    DeviceCookie,
    SecurityRecorder,
    RequestAccounts,
    RequestAdmins,
    SlowBodies,
    ReadLimits,
    { provide: UploadTurns, useFactory: () => new UploadTurns() },
  ],
  exports: [
    RefusedOrigins,
    RefusedWebhooks,
    Accounts,
    AccountLinks,
    EmailHashes,
    IdempotencyKeys,
    Sessions,
    Admins,
    AdminBrowsers,
    AdminEntry,
    AdminSessions,
    ClaimCookie,
    DeviceCookie,
    RequestAccounts,
    UploadTurns,
  ],
})
export class HttpModule {}
