import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AnswerListener } from '../api/response-cache/cached-response-listener.js';
import { Answers } from '../api/response-cache/response-cache.interceptor.js';
import { ResponseCache } from '../api/response-cache/response-cache.js';
import { Accounts } from '../api/http/accounts.js';
import { AccountLinks } from '../api/http/account-links.js';
import { AdminEntry } from '../api/http/admin-entry.js';
import { AdminBrowsers } from '../api/http/admin-browsers.js';
import { AdminMarker } from '../api/http/admin-marker.js';
import { AdminSessions } from '../api/http/admin-sessions.js';
import { Admins } from '../api/http/admins.js';
import { AnonymousUploadCookie } from '../api/http/anonymous-upload-cookie.js';
import { OwnWritesCookie } from '../api/http/own-writes-cookie.js';
import { KnownDeviceCookie } from '../api/http/known-device-cookie.js';
import { EmailHashes } from '../api/http/email-address.js';
import { ErrorFilter } from '../api/http/error.filter.js';
import { RateLimitRefund, LimitsGuard } from '../api/http/limits.guard.js';
import { GeneratedFiles } from '../api/http/generated-files.js';
import { IdempotencyKeys, IdempotentWrites } from '../api/http/idempotency-keys.js';
import { LimitsSweeper, SessionSweeper } from '../api/http/sweepers.js';
import { OtherAccountGuard } from '../api/http/other-account.guard.js';
import { SecurityRecorder } from '../api/http/security-recorder.js';
import { SameOriginGuard } from '../api/http/same-origin.guard.js';
import { RequestAdmins } from '../api/http/request-admins.js';
import { RequestAccounts } from '../api/http/request-accounts.js';
import { Sessions } from '../api/http/sessions.js';
import { ReadLimits } from '../api/http/read-limits.js';
import { RefusedOrigins } from '../api/http/refused-origins.js';
import { RefusedWebhooks } from '../api/http/refused-webhooks.js';
import { Interceptors } from './interceptors.js';
import { ReadConcurrency } from '../api/http/read-concurrency.js';
import { SlowBodies } from '../api/http/slow-bodies.js';
import { UploadConcurrency } from '../api/http/upload-concurrency.js';
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
    GeneratedFiles,
    ReadConcurrency,
    RateLimitRefund,
    IdempotentWrites,
    Answers,
    { provide: APP_INTERCEPTOR, useClass: Interceptors },
    ResponseCache,
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
    AnonymousUploadCookie,
    KnownDeviceCookie,
    OwnWritesCookie,
    SecurityRecorder,
    RequestAccounts,
    RequestAdmins,
    SlowBodies,
    ReadLimits,
    { provide: UploadConcurrency, useFactory: () => new UploadConcurrency() },
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
    AnonymousUploadCookie,
    KnownDeviceCookie,
    OwnWritesCookie,
    RequestAccounts,
    UploadConcurrency,
  ],
})
export class HttpModule {}
