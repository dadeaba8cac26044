import { type Type, type DynamicModule, Module, type Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountModule } from './modules/account.module.js';
import { AdminModule } from './modules/admin.module.js';
import { AuditModule } from './modules/audit.module.js';
import { ActivityModule } from './modules/activity.module.js';
import { AuthModule } from './modules/auth.module.js';
import { CommunityModule } from './modules/community.module.js';
import { HealthModule } from './modules/health.module.js';
import { LeaderboardModule } from './modules/leaderboard.module.js';
import { LiveModule } from './modules/live.module.js';
import { ModerationModule } from './modules/moderation.module.js';
import { OperationsModule } from './modules/operations.module.js';
import { PagesModule } from './modules/pages.module.js';
import { PaymentsModule } from './modules/payments.module.js';
import { PhotosModule } from './modules/photos.module.js';
import { PostsModule } from './modules/posts.module.js';
import { RatingFraudModule } from './modules/rating-fraud.module.js';
import { ReviewModule } from './modules/review.module.js';
import { ShareCardsModule } from './modules/share-cards.module.js';
import { StatisticsModule } from './modules/statistics.module.js';
import { ViewsModule } from './modules/views.module.js';
import type { Adapters } from './composition/adapters.js';
import { AnswerSpace } from './api/response-cache/response-cache.js';
import { RenderingThread } from './api/pages/rendering-thread.js';
import { BreachedPasswords } from './infrastructure/breached-passwords/breached-passwords.port.js';
import { PasswordCost } from './api/auth/passwords.js';
import { RefundPolicy } from './api/payments/refund-limit.service.js';
import { SitePrices } from './api/boosts/checkouts.service.js';
import { SandboxPolicy } from './api/sandbox/sandbox-access.js';
import { ClientAddresses } from './api/http/client-addresses.js';
import { HealthAccess } from './api/health/health.controller.js';
import { EntryPolicy } from './site/entry-policy.js';
import { AdminPolicy } from './api/http/admins.js';
import { LimitSwitch } from './api/http/limits.guard.js';
import { Site } from './site/site.js';
import type { Config } from './config.js';
import { aggregates } from './domain/aggregates.js';
import { pricesIn } from './domain/payment/prices.js';
import { kernelLogger } from './process/kernel-logger.js';
import { Calendar } from './domain/week/iso-week.js';
import { ClosingState, type ClosingStop } from './domain/week/closing-state.js';
import { ImageStore } from './infrastructure/images/image-store.port.js';
import { IdempotencyStore } from './infrastructure/idempotency/idempotency-store.port.js';
import { PhotoNormaliser } from './infrastructure/images/photo.js';
import { PhotoJudge } from './infrastructure/judge/photo-judge.port.js';
import { TextModeration } from './infrastructure/judge/text-moderation.port.js';
import { LimitStore } from './infrastructure/limits/limit-store.port.js';
import { MailBox } from './infrastructure/mail/mail-box.port.js';
import { Mailer } from './infrastructure/mail/mailer.port.js';
import { SentMails } from './infrastructure/mail/sent-mails.port.js';
import { Payments } from './infrastructure/payments/payments.port.js';
import { PaymentSandbox } from './infrastructure/payments/sandbox/payment-sandbox.port.js';
import { SecurityLog } from './infrastructure/security-log/security-log.port.js';
import { ServerSecret } from './infrastructure/sessions/server-secret.js';
import { AdminSessionStore, SessionStore } from './infrastructure/sessions/session-store.port.js';
import { ShareCardPainter } from './infrastructure/share-card/share-card.port.js';
import { Clock, Ids } from './kernel/clock.js';
import { ClockWatch } from './reactions/timers/clock-watch.js';
import { ServerClocks } from './reactions/timers/server-clocks.js';
import { commandHandlers } from './kernel/commands/command-runner.js';
import { DocumentStore } from './kernel/document-store.js';
import { EventLog } from './kernel/event-log.js';
import { KernelStore } from './kernel/kernel-store.js';
import { KernelLifecycle } from './kernel/lifecycle.js';
import { Timer } from './kernel/timer.js';
import { kernelOf } from './composition/kernel.providers.js';
import { scheduled } from './composition/watched-jobs.js';
import { SandboxModule } from './modules/sandbox.module.js';
import { cacheSharesOf } from './settings/cache-shares.js';

/** The module of each capability of the product, in the order in which the contract lists their calls. */
const capabilities: readonly Type[] = [
  ViewsModule,
  HealthModule,
  LeaderboardModule,
  LiveModule,
  PhotosModule,
  PostsModule,
  ShareCardsModule,
  AuthModule,
  AccountModule,
  CommunityModule,
  ActivityModule,
  PaymentsModule,
  AdminModule,
  ReviewModule,
  RatingFraudModule,
  ModerationModule,
  AuditModule,
  StatisticsModule,
  OperationsModule,
  PagesModule,
];

/** The composition root: the capabilities of the product, and the adapter of each port. */
@Module({})
export class AppModule {
  /** @param timers whether scheduled jobs run: in the server only, as they append events and send mails */
  static with(config: Config, adapters: Adapters, timers = false): DynamicModule {
    const ports = [...portsOf(config, adapters), ...kernelOf(config, adapters)];
    return {
      module: AppModule,
      global: true,
      imports: [
        CqrsModule.forRoot(),
        ...(timers ? [scheduled()] : []),
        ...capabilities,
        ...sandboxesOf(adapters),
      ],
      providers: [...ports, KernelLifecycle, ...commandHandlers(aggregates)],
      exports: ports,
    };
  }
}

/**
 * The pages of the sandboxes show all mails, tokens included, and play payments. They exist only when mails are not sent
 * and when there is no payment provider, both of which production refuses.
 */
function sandboxesOf({ mailBox, paymentSandbox }: Adapters): DynamicModule[] {
  const sandboxes = [mailBox && ('mails' as const), paymentSandbox && ('payments' as const)];
  const present = sandboxes.filter((sandbox) => sandbox !== null);
  return present.length > 0 ? [SandboxModule.with(present)] : [];
}

function sandboxPolicyOf({ isTestSite }: Config, { sandboxCode }: Adapters): SandboxPolicy | null {
  return sandboxCode === null ? null : new SandboxPolicy(sandboxCode, isTestSite);
}

function portsOf(config: Config, adapters: Adapters): Provider[] {
  return [
    { provide: EventLog, useValue: adapters.storage.log },
    { provide: DocumentStore, useValue: adapters.storage.store },
    { provide: KernelStore, useValue: adapters.storage.kernel },
    { provide: Clock, useValue: adapters.clock },
    { provide: Ids, useValue: adapters.ids },
    { provide: Timer, useValue: adapters.timer },
    { provide: ServerSecret, useValue: adapters.secret },
    { provide: PasswordCost, useValue: adapters.passwordCost },
    { provide: BreachedPasswords, useValue: adapters.breachedPasswords },
    { provide: SecurityLog, useValue: adapters.securityLog },
    { provide: HealthAccess, useValue: HealthAccess.of(config) },
    { provide: SessionStore, useValue: adapters.storage.sessions },
    { provide: AdminSessionStore, useValue: adapters.storage.adminSessions },
    { provide: AdminPolicy, useValue: new AdminPolicy(config.adminRequireTotp === 'on') },
    {
      provide: EntryPolicy,
      useValue: new EntryPolicy(loginPathOf(config, adapters), config.adminEntry === 'hidden'),
    },
    { provide: LimitStore, useValue: adapters.storage.limits },
    { provide: IdempotencyStore, useValue: adapters.storage.idempotency },
    { provide: AnswerSpace, useValue: new AnswerSpace(cacheSharesOf(config).answers) },
    { provide: RenderingThread, useValue: adapters.rendering },
    { provide: ClientAddresses, useValue: new ClientAddresses(config.trustedProxies, adapters.clock) },
    { provide: LimitSwitch, useValue: new LimitSwitch(config.rateLimits === 'on') },
    { provide: ImageStore, useValue: adapters.images },
    { provide: Mailer, useValue: adapters.mailer },
    { provide: SentMails, useValue: adapters.storage.sentMails },
    { provide: PhotoNormaliser, useValue: adapters.normaliser },
    { provide: PhotoJudge, useValue: adapters.judge },
    { provide: TextModeration, useValue: adapters.moderation },
    { provide: Payments, useValue: adapters.payments },
    { provide: SitePrices, useValue: new SitePrices(pricesIn(config.currency)) },
    { provide: RefundPolicy, useValue: new RefundPolicy(config.refundLimit) },
    { provide: MailBox, useValue: adapters.mailBox },
    { provide: PaymentSandbox, useValue: adapters.paymentSandbox },
    { provide: SandboxPolicy, useValue: sandboxPolicyOf(config, adapters) },
    { provide: ShareCardPainter, useValue: adapters.cards },
    { provide: ClockWatch, useValue: new ClockWatch(adapters.clock, adapters.timer) },
    { provide: ServerClocks, useValue: serverClocksOf(adapters) },
    { provide: ClosingState, useValue: new ClosingState(logClosing) },
    { provide: Calendar, useValue: new Calendar(config.weekTimeZone) },
    { provide: Site, useValue: new Site(config.publicUrl, config.environment === 'production') },
  ];
}

/** 128 bits. */
const LOGIN_PATH_DIGITS = 32;

/** Without a setting, a path that nobody can guess and that stays the same. */
function loginPathOf({ adminLoginPath }: Config, { secret }: Adapters): string {
  return adminLoginPath ?? `/${secret.hmac('admin-login-path').toString('hex').slice(0, LOGIN_PATH_DIGITS)}`;
}

function serverClocksOf({ clock, storage: { log, store } }: Adapters): ServerClocks {
  return new ServerClocks(clock, [
    { name: 'the event log', serverTime: () => log.serverTime() },
    { name: 'the document store', serverTime: () => store.serverTime() },
  ]);
}

function logClosing(stop: ClosingStop | null): void {
  const logger = kernelLogger('WeekClosing');
  if (stop === null) logger.info({}, 'weeks close again');
  else logger.error(new Error(stop.reason), 'weeks do not close');
}
