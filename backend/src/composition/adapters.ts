import path from 'node:path';
import type { Writable } from 'node:stream';
import { type PasswordCost, USUAL_COST } from '../api/auth/passwords.js';
import { SERVER_ENTRY } from '../api/pages/built-frontend.js';
import { RenderingThread } from '../api/pages/rendering-thread.js';
import { type Config, ConfigError } from '../config.js';
import type { BreachedPasswords } from '../infrastructure/breached-passwords/breached-passwords.port.js';
import { FileBreachedPasswords } from '../infrastructure/breached-passwords/file-breached-passwords.js';
import { kernelLogger } from '../process/kernel-logger.js';
import { mayPass } from '../infrastructure/circuit-breaker/outage.js';
import { type Patience, StartWithRetries, patienceOf } from '../process/startup.js';
import { openImages, prepareImages } from './images.js';
import { sandboxCodeOf } from './sandbox-code-of.js';
import { MAIL_FOLDERS, type SharedStores, moveFromFolder, openInFolder } from './shared-stores.js';
import { type CallLimits, type Storage, awayReport, openStorage } from './storage.js';
import { RepeatableIds } from '../kernel/causation.js';
import { type Clock, type Ids } from '../kernel/clock.js';
import type { Timer } from '../kernel/timer.js';
import { RandomIds, SystemClock, SystemTimer } from '../infrastructure/clock/system-clock.js';
import type { ImageStore } from '../infrastructure/images/image-store.port.js';
import { normalisePhoto, type PhotoNormaliser } from '../infrastructure/images/photo.js';
import { DemoJudge } from '../infrastructure/judge/demo-judge.js';
import { DemoModeration } from '../infrastructure/judge/demo-moderation.js';
import type { OpenAiSettings } from '../infrastructure/judge/openai-client.js';
import type { PhotoJudge } from '../infrastructure/judge/photo-judge.port.js';
import type { TextModeration } from '../infrastructure/judge/text-moderation.port.js';
import { FolderMailer } from '../infrastructure/mail/folder-mailer.js';
import type { MailBox } from '../infrastructure/mail/mail-box.port.js';
import type { MailSpool } from '../infrastructure/mail/mail-spool.port.js';
import type { Mailer } from '../infrastructure/mail/mailer.port.js';
import { SmtpMailer } from '../infrastructure/mail/smtp-mailer.js';
import type { Payments } from '../infrastructure/payments/payments.port.js';
import type { PaymentSandbox } from '../infrastructure/payments/sandbox/payment-sandbox.port.js';
import { SANDBOX_KEY } from '../infrastructure/payments/sandbox/sandbox-api.js';
import { StripeSandbox } from '../infrastructure/payments/sandbox/stripe-sandbox.js';
import { StripePayments } from '../infrastructure/payments/stripe-payments.js';
import { FolderSecurityLog, StreamSecurityLog } from '../infrastructure/security-log/pino-security-log.js';
import type { SecurityLog } from '../infrastructure/security-log/security-log.port.js';
import { pageCaches } from '../infrastructure/sqlite/sqlite.js';
import { openReplaceable } from '../infrastructure/sqlite/store-files.js';
import { cacheSharesOf } from '../settings/cache-shares.js';
import { ServerSecret } from '../infrastructure/sessions/server-secret.js';
import { SatoriShareCardPainter } from '../infrastructure/share-card/satori-share-card-painter.js';
import type { ShareCardPainter } from '../infrastructure/share-card/share-card.port.js';

/** The adapters that the settings choose. */
export interface Adapters extends Omit<SharedStores, 'spool'> {
  readonly storage: Storage;
  /** How long the start waits for servers, and how it tells what it does. */
  readonly patience: Patience;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly timer: Timer;
  readonly secret: ServerSecret;
  readonly securityLog: SecurityLog;
  readonly images: ImageStore;
  readonly mailer: Mailer;
  /** The mails of the sandbox; null when mails are really sent. */
  readonly mailBox: MailBox | null;
  readonly normaliser: PhotoNormaliser;
  readonly judge: PhotoJudge;
  readonly moderation: TextModeration;
  readonly cards: ShareCardPainter;
  readonly passwordCost: PasswordCost;
  readonly breachedPasswords: BreachedPasswords;
  readonly payments: Payments;
  /** The payment provider that is played inside the server; null when there is a real one. */
  readonly paymentSandbox: PaymentSandbox | null;
  /** Renders pages. */
  readonly rendering: RenderingThread;
  /** Opens the sandboxes to a browser; null when there is none. */
  readonly sandboxCode: string | null;
}

/** Replacements that tests and the demo pass in. */
export type Stand = Partial<
  Pick<
    Adapters,
    'clock' | 'ids' | 'judge' | 'moderation' | 'passwordCost' | 'payments' | 'securityLog' | 'timer'
  >
> & {
  readonly callLimits?: CallLimits;
  /** The file that renders pages. */
  readonly pageEntry?: string;
  /** That of the servers behind the storage, if it is another one. */
  readonly storageTimer?: Timer;
};

/** Opens the adapters that the settings ask for. @throws UnreachableServerError */
export async function openAdapters(
  config: Config,
  stand: Stand = {},
  patience: Patience = patienceOf(config),
): Promise<Adapters> {
  const { dataDir } = config;
  const breachedPasswords = await breachedPasswordsOf(config);
  const inFolder = config.role === 'all' ? await openInFolder(config) : null;
  const sandboxCode = sandboxCodeOf(config);
  const clock = stand.clock ?? new SystemClock();
  const timer = stand.timer ?? new SystemTimer();
  const openai: OpenAiSettings | null = config.openaiApiKey
    ? { apiKey: config.openaiApiKey, timer, ...(config.openaiBaseUrl && { baseURL: config.openaiBaseUrl }) }
    : null;
  pageCaches.share(cacheSharesOf(config).pages);
  const storage = await openStorage(config, patience, stand.callLimits, clock, stand.storageTimer ?? timer);
  const newIds = stand.ids ?? new RandomIds();
  const ids = new RepeatableIds(newIds);
  const secret = config.appSecret
    ? new ServerSecret(Buffer.from(config.appSecret))
    : ServerSecret.keptIn(path.join(dataDir, 'secret'));
  const onAway = awayReport('the store of the pictures', storage.returns);
  let images: ImageStore | null = null;
  let shared: SharedStores;
  try {
    images = await openImages(config, { timer, onAway });
    await prepareImages(images);
    const start = new StartWithRetries(patience, mayPass);
    await start.take('comparing the secret', () => secret.requireSame(storage.kernel));
    const open = () => openShared(config, storage, secret);
    shared = inFolder ?? (await start.take('opening what several processes share', open));
  } catch (error) {
    await images?.close();
    await storage.close();
    throw error;
  }
  return {
    storage,
    patience,
    clock,
    ids,
    timer,
    secret,
    securityLog: stand.securityLog ?? securityLogOf(config),
    images,
    ...mailsOf(config, storage, shared.spool, clock),
    outbox: shared.outbox,
    erasures: shared.erasures,
    normaliser: { normalise: normalisePhoto },
    ...(openai ? await openAiJudges(openai, config.openaiModel) : demoJudges()),
    ...(stand.judge && { judge: stand.judge }),
    ...(stand.moderation && { moderation: stand.moderation }),
    cards: new SatoriShareCardPainter(),
    passwordCost: stand.passwordCost ?? USUAL_COST,
    breachedPasswords,
    ...(stand.payments
      ? { payments: stand.payments, paymentSandbox: null }
      : paymentsOf(config, { clock, ids: newIds, timer, secret })),
    rendering: new RenderingThread(stand.pageEntry ?? SERVER_ENTRY, timer),
    sandboxCode,
  };
}

/** The stores of several processes, which have MongoDB. */
async function openShared(config: Config, { openShared: open }: Storage, secret: ServerSecret) {
  if (!open) throw new ConfigError([`MONGODB_URL is missing: ROLE is ${config.role}`]);
  const shared = await open(secret);
  await moveFromFolder(config, shared);
  return shared;
}

/** @throws ConfigError if the file is missing or has another form */
async function breachedPasswordsOf({ breachedPasswords: file }: Config): Promise<BreachedPasswords> {
  const passwords = new FileBreachedPasswords(file);
  await passwords.check().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`BREACHED_PASSWORDS does not name a sorted file of SHA-1 hashes: ${reason}`]);
  });
  return passwords;
}

/**
 * Opens the log of security events that the settings ask for.
 * @param output is used instead of files; that of a tool must not mix with its result
 */
export function securityLogOf(
  { securityLog, dataDir }: Config,
  output: Writable = process.stdout,
): SecurityLog {
  if (securityLog === 'stdout') return new StreamSecurityLog(output);
  const logger = kernelLogger('SecurityLog');
  const report = (error: unknown) => logger.error(error, 'the security log could not be written');
  return new FolderSecurityLog(path.join(dataDir, 'security'), report);
}

type Judges = Pick<Adapters, 'judge' | 'moderation'>;

/** Loads the client only if the settings ask for it. */
async function openAiJudges(openai: OpenAiSettings, model: string): Promise<Judges> {
  const { OpenAiJudge } = await import('../infrastructure/judge/openai-judge.js');
  const { OpenAiModeration } = await import('../infrastructure/judge/openai-moderation.js');
  return { judge: new OpenAiJudge({ ...openai, model }), moderation: new OpenAiModeration(openai) };
}

const demoJudges = (): Judges => ({ judge: new DemoJudge(), moderation: new DemoModeration() });

function paymentsOf(
  config: Config,
  { clock, ids, timer, secret }: Pick<Adapters, 'clock' | 'ids' | 'timer' | 'secret'>,
): Pick<Adapters, 'payments' | 'paymentSandbox'> {
  const { stripeMode: mode, stripeSecretKey: secretKey, stripeApiUrl: apiUrl } = config;
  const now = () => clock.now();
  if (secretKey) {
    const webhookSecrets = config.stripeWebhookSecrets;
    const { stripeReadsPerSecond: readsPerSecond } = config;
    const settings = { mode, secretKey, webhookSecrets, now, readsPerSecond, ...(apiUrl && { apiUrl }) };
    return { payments: new StripePayments(settings), paymentSandbox: null };
  }
  const webhookSecret = `whsec_${secret.hmac('sandbox webhooks').toString('base64url')}`;
  const file = path.join(config.dataDir, 'sandbox-payments.db');
  const logger = kernelLogger('PaymentSandbox');
  const loss = 'Payments that were played are unknown to the sandbox.';
  const paymentSandbox = openReplaceable(
    file,
    () => new StripeSandbox({ file, webhookSecret, clock, ids, logger, timer }),
    (aside, reason) =>
      logger.error(reason, `sandbox-payments.db was damaged and put aside as ${aside}. ${loss} The reason`),
  );
  const payments = new StripePayments({
    mode,
    secretKey: SANDBOX_KEY,
    webhookSecrets: [webhookSecret],
    now,
    fetch: paymentSandbox.fetch,
  });
  return { payments, paymentSandbox };
}

function mailsOf(
  config: Config,
  { sentMails: sent, sharing }: Storage,
  spool: MailSpool,
  clock: Clock,
): Pick<Adapters, 'mailer' | 'mailBox'> {
  const from = { name: 'Footnote', address: config.mailFrom };
  if (config.smtpUrl) {
    const logger = kernelLogger('Mail');
    const maySend = () => config.role === 'all' || (sharing?.isActive() ?? false);
    return {
      mailer: new SmtpMailer({
        url: config.smtpUrl,
        tls: config.smtpTls,
        from,
        sent,
        spool,
        maySend,
        clock,
        logger,
      }),
      mailBox: null,
    };
  }
  const folder = new FolderMailer(path.join(config.dataDir, MAIL_FOLDERS.sandbox), from, clock);
  return { mailer: folder, mailBox: folder };
}
