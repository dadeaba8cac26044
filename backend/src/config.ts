import { readFileSync } from 'node:fs';
import path from 'node:path';
import { IsEmail, IsInt, IsUrl, Matches, Min, MinLength, validateSync } from 'class-validator';
import { CURRENCIES, pricesIn } from './domain/payment/prices.js';
import { isLoopback } from './site/loopback.js';
import { readSecretFiles } from './settings/secret-files.js';
import {
  IfSet,
  IsFreePath,
  IsOrigin,
  IsS3Url,
  IsSmtpUrl,
  OneOf,
  WholeTo,
  originOf,
} from './settings/setting-formats.js';

/** The sender of sandbox mails. */
const SANDBOX_SENDER = 'hello@footnote.localhost';

const ENVIRONMENTS = ['development', 'test', 'production'] as const;

/** The settings, typed. Each is described in .env.example. */
export class Config {
  @WholeTo('PORT', 65_535) readonly port: number;
  @MinLength(1, { message: 'HOST must not be empty' }) readonly host: string;

  /** How many proxies in front are trusted to name the client. */
  @WholeTo('TRUSTED_PROXIES', 10) readonly trustedProxies: number;

  /**
   * Whether others than this machine may reach a server that is not in production: its sandboxes then ask everybody for
   * a code.
   */
  @OneOf('ALLOW_SANDBOX', ['yes', 'no']) readonly allowSandbox: 'yes' | 'no';

  /** Off: requests are not limited. */
  @OneOf('RATE_LIMITS', ['on', 'off']) readonly rateLimits: 'on' | 'off';

  /** The memory for pages of files, documents and answers that are kept, in MB: see `cacheSharesOf`. */
  @WholeTo('CACHE_MB', 65_536) readonly cacheMb: number;

  /** The most of it for public answers, in MB. 0: none are kept. */
  @WholeTo('ANSWER_CACHE_MB', 65_536) readonly answerCacheMb: number;

  /** Whether every admin needs an authenticator app or a passkey. */
  @OneOf('ADMIN_REQUIRE_TOTP', ['on', 'off']) readonly adminRequireTotp: 'on' | 'off';

  /** Where admins sign in. Null: derived from the server secret. */
  @IfSet()
  @IsFreePath({
    message: 'ADMIN_LOGIN_PATH must be a path such as /words-of-your-own that no page begins with',
  })
  readonly adminLoginPath: string | null;

  /** Whether /rtm-sys leads everybody to the login, or exists for admins only. */
  @OneOf('ADMIN_ENTRY', ['redirect', 'hidden']) readonly adminEntry: 'redirect' | 'hidden';

  /** The priority of the process that rebuilds views. Low: requests go first. */
  @OneOf('REBUILD_PRIORITY', ['low', 'normal']) readonly rebuildPriority: 'low' | 'normal';

  /** Whether /api/docs describes the API. */
  @OneOf('API_DOCS', ['on', 'off']) readonly apiDocs: 'on' | 'off';
  @MinLength(1, { message: 'DATA_DIR must not be empty' }) readonly dataDir: string;

  /** An origin, which has no trailing slash. Null: the address that the server listens on. */
  @IfSet()
  @IsOrigin({
    message:
      'PUBLIC_URL must begin with http:// or https://, and have no user, path, query or fragment, such as https://footnote.example',
  })
  readonly publicUrl: string | null;
  @OneOf('NODE_ENV', ENVIRONMENTS) readonly environment: (typeof ENVIRONMENTS)[number];
  @OneOf('LOG_LEVEL', ['silent', 'error', 'warn', 'info', 'debug']) readonly logLevel: string;

  /** Where security events are recorded: files in the data folder, or the standard output. */
  @OneOf('SECURITY_LOG', ['file', 'stdout']) readonly securityLog: 'file' | 'stdout';

  /** The file with the hashes of breached passwords. Null: none. */
  readonly breachedPasswords: string | null;

  /** The list of erased people, which no backup contains. */
  readonly erasuresFile: string;

  /** Shows operators the details of /health. Null: nobody can present one. */
  @IfSet()
  @MinLength(16, { message: 'HEALTH_TOKEN must have at least 16 characters' })
  readonly healthToken: string | null;

  /** Signs cookies and tokens. Null: generated and stored in the data folder. */
  @IfSet()
  @MinLength(32, { message: 'APP_SECRET must have at least 32 characters' })
  readonly appSecret: string | null;

  /** The server of the log. Null: a file in the data folder. */
  @IfSet()
  @Matches(/^(esdb|kurrentdb|kdb)(\+discover)?:\/\/[^/]/, {
    message: 'EVENTSTORE_URL must be an address such as esdb://user:password@host:2113?tls=true',
  })
  readonly eventstoreUrl: string | null;

  /** The server of views, keys and sessions, with the database if it is not `footnote`. Null: files in the data folder. */
  @IfSet()
  @Matches(/^mongodb(\+srv)?:\/\/[^/?]+(\/[A-Za-z0-9_-]*)?(\?|$)/, {
    message: 'MONGODB_URL must be an address such as mongodb://user:password@host:27017/footnote',
  })
  readonly mongodbUrl: string | null;

  /**
   * `all` is the only process of the site. Several share the work: a `worker` serves people and may become the active one, a
   * `web` serves people only.
   */
  @OneOf('ROLE', ['all', 'worker', 'web']) readonly role: 'all' | 'worker' | 'web';

  /** Where pictures are: files in the data folder, or the bucket of S3_URL. */
  @OneOf('PICTURES', ['folder', 's3']) readonly pictures: 'folder' | 's3';

  /** Whether `images` in the data folder is one folder that all processes share. */
  @OneOf('SHARED_FOLDER', ['yes', 'no']) readonly sharedFolder: 'yes' | 'no';

  /** A bucket for pictures, used if `pictures` says so. Null: none. */
  @IfSet()
  @IsS3Url({
    message: 'S3_URL must be an address such as https://key:secret@host/bucket?region=eu-central-1',
  })
  readonly s3Url: string | null;

  /** How many seconds the start waits for unreachable servers. */
  @IsInt({ message: 'STARTUP_TIMEOUT must be a whole number of seconds' })
  @Min(0, { message: 'STARTUP_TIMEOUT must be a whole number of seconds' })
  readonly startupTimeout: number;
  readonly weekTimeZone: string;

  /** The sender of every mail. */
  @IsEmail({ require_tld: false }, { message: 'MAIL_FROM must be an email address' })
  readonly mailFrom: string;

  /** The SMTP server that sends mails. Null: mails stay in the data folder. */
  @IfSet()
  @IsSmtpUrl({ message: 'SMTP_URL must be an address such as smtp://user:password@host:587 or smtps://host' })
  readonly smtpUrl: string | null;

  /** Off: mails leave without TLS, to a server on a private network only. */
  @OneOf('SMTP_TLS', ['required', 'off']) readonly smtpTls: 'required' | 'off';

  /** Null: the demo judge rates photos. */
  readonly openaiApiKey: string | null;
  @IfSet()
  @IsUrl(
    { require_tld: false, require_protocol: true, protocols: ['http', 'https'] },
    { message: 'OPENAI_BASE_URL must be an address' },
  )
  readonly openaiBaseUrl: string | null;
  @MinLength(1, { message: 'OPENAI_MODEL must not be empty' }) readonly openaiModel: string;

  /** Null: the payment sandbox stands in for Stripe. */
  @IfSet()
  @Matches(/^[sr]k_(?:test|live)_\S+$/, {
    message: 'STRIPE_SECRET_KEY must begin with sk_test_, rk_test_, sk_live_ or rk_live_',
  })
  readonly stripeSecretKey: string | null;

  /** Each may have signed a webhook: several while they are rotated. Without a key they are not used. */
  @Matches(/^whsec_\S+$/, { each: true, message: 'STRIPE_WEBHOOK_SECRET must begin with whsec_' })
  readonly stripeWebhookSecrets: readonly string[];

  /** Whether real money moves. */
  @OneOf('STRIPE_MODE', ['test', 'live']) readonly stripeMode: 'test' | 'live';

  /** Null: Stripe's own API. */
  @IfSet()
  @IsOrigin({ message: 'STRIPE_API_URL must be an address without a path, such as http://localhost:12111' })
  readonly stripeApiUrl: string | null;

  /** So often Stripe is asked for objects at most; more wait for their turn. */
  @WholeTo('STRIPE_READS_PER_SECOND', 1000, 1) readonly stripeReadsPerSecond: number;

  /** Of all prices, in lower case. */
  @OneOf('CURRENCY', CURRENCIES) readonly currency: string;

  /**
   * In the smallest unit of the currency. Refunds of a payment, or by an admin on a day, that come to more need an owner.
   */
  @WholeTo('REFUND_LIMIT', 1_000_000_000) readonly refundLimit: number;

  /**
   * @param valueOf the value of a setting, by its name
   * @param isForced whether the program starts although a newer one has used the log. Asked for each time, never set.
   */
  constructor(
    valueOf: (name: string) => string | undefined,
    readonly isForced: boolean,
  ) {
    const text = (name: string) => valueOf(name)?.trim() || null;
    this.port = Number(text('PORT') ?? 3000);
    this.host = text('HOST') ?? '127.0.0.1';
    this.trustedProxies = Number(text('TRUSTED_PROXIES') ?? 0);
    this.cacheMb = Number(text('CACHE_MB') ?? 128);
    this.answerCacheMb = Number(text('ANSWER_CACHE_MB') ?? 64);
    this.allowSandbox = (text('ALLOW_SANDBOX') ?? 'no') as Config['allowSandbox'];
    this.rateLimits = (text('RATE_LIMITS') ?? 'on') as Config['rateLimits'];
    this.rebuildPriority = (text('REBUILD_PRIORITY') ?? 'low') as Config['rebuildPriority'];
    this.dataDir = path.resolve(text('DATA_DIR') ?? 'data');
    const publicUrl = text('PUBLIC_URL');
    this.publicUrl = publicUrl && (originOf(publicUrl) ?? publicUrl);
    this.environment = (text('NODE_ENV') ?? 'development') as Config['environment'];
    const isProduction = this.environment === 'production';
    this.apiDocs = (text('API_DOCS') ?? (isProduction ? 'off' : 'on')) as Config['apiDocs'];
    this.adminRequireTotp = (text('ADMIN_REQUIRE_TOTP') ??
      (isProduction ? 'on' : 'off')) as Config['adminRequireTotp'];
    this.adminLoginPath = text('ADMIN_LOGIN_PATH');
    this.adminEntry = (text('ADMIN_ENTRY') ?? (isProduction ? 'hidden' : 'redirect')) as Config['adminEntry'];
    this.logLevel = text('LOG_LEVEL') ?? 'info';
    this.role = (text('ROLE') ?? 'all') as Config['role'];
    this.securityLog = (text('SECURITY_LOG') ??
      (this.role === 'all' ? 'file' : 'stdout')) as Config['securityLog'];
    const breached = text('BREACHED_PASSWORDS');
    this.breachedPasswords = breached === null ? null : path.resolve(breached);
    this.erasuresFile = path.resolve(text('ERASURES_FILE') ?? path.join(this.dataDir, 'erasures.jsonl'));
    this.healthToken = text('HEALTH_TOKEN');
    this.appSecret = text('APP_SECRET');
    this.eventstoreUrl = text('EVENTSTORE_URL');
    this.mongodbUrl = text('MONGODB_URL');
    this.pictures = (text('PICTURES') ?? 'folder') as Config['pictures'];
    this.sharedFolder = (text('SHARED_FOLDER') ?? 'no') as Config['sharedFolder'];
    this.s3Url = text('S3_URL');
    this.startupTimeout = Number(text('STARTUP_TIMEOUT') ?? 60);
    this.weekTimeZone = text('WEEK_TIME_ZONE') ?? 'UTC';
    this.mailFrom = text('MAIL_FROM') ?? SANDBOX_SENDER;
    this.smtpUrl = text('SMTP_URL');
    this.smtpTls = (text('SMTP_TLS') ?? 'required') as Config['smtpTls'];
    this.openaiApiKey = text('OPENAI_API_KEY');
    this.openaiBaseUrl = text('OPENAI_BASE_URL');
    this.openaiModel = text('OPENAI_MODEL') ?? 'gpt-4o-mini';
    this.stripeSecretKey = text('STRIPE_SECRET_KEY');
    this.stripeWebhookSecrets = (text('STRIPE_WEBHOOK_SECRET') ?? '')
      .split(',')
      .flatMap((secret) => secret.trim() || []);
    this.stripeMode = (text('STRIPE_MODE') ?? 'test') as Config['stripeMode'];
    this.stripeApiUrl = text('STRIPE_API_URL');
    this.stripeReadsPerSecond = Number(text('STRIPE_READS_PER_SECOND') ?? 20);
    this.currency = (text('CURRENCY') ?? 'usd').toLowerCase();
    this.refundLimit = Number(text('REFUND_LIMIT') ?? defaultRefundLimit(this.currency));
  }

  /** Whether mails stay here or payments are played. */
  get hasSandbox(): boolean {
    return this.smtpUrl === null || this.stripeSecretKey === null;
  }

  /** Whether others may reach a server that is not in production: its pages say so. */
  get isTestSite(): boolean {
    return this.environment !== 'production' && this.allowSandbox === 'yes';
  }
}

/** Five mega boosts; 0 for an unknown currency, which is a problem of its own. */
function defaultRefundLimit(currency: string): number {
  return CURRENCIES.includes(currency) ? 5 * pricesIn(currency).boosts.mega : 0;
}

/** Invalid settings: all of them. The program does not start. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Reads the environment, and the files that it names for secrets. @throws ConfigError that lists every problem */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  { isForced = false }: Partial<Pick<Config, 'isForced'>> = {},
): Config {
  const { secrets, problems } = readSecretFiles(environment);
  const config = new Config((name) => secrets.get(name) ?? environment[name], isForced);
  problems.push(...validateSync(config).flatMap((error) => Object.values(error.constraints ?? {})));
  if (!isTimeZone(config.weekTimeZone)) {
    problems.push('WEEK_TIME_ZONE must be the name of a time zone, such as Europe/Berlin');
  }
  problems.push(
    ...certificateProblems(environment['NODE_EXTRA_CA_CERTS']),
    ...failed([[config.pictures === 's3' && config.s3Url === null, 'S3_URL is missing: PICTURES is s3']]),
    ...mailProblems(config),
    ...paymentProblems(config),
    ...(config.role === 'all' ? [] : problemsOfSeveral(config)),
  );
  if (config.environment === 'production') problems.push(...problemsInProduction(config));
  else if (!config.isTestSite) problems.push(...problemsIfReachable(config));
  if (problems.length > 0) throw new ConfigError([...new Set(problems)]);
  return config;
}

/** The settings of a tool that works without a server: it must be the only process. @throws ConfigError */
export function readConfigOfTool(environment: Readonly<Record<string, string | undefined>>): Config {
  const { securityLog } = readConfig(environment);
  return readConfig({ ...environment, ROLE: 'all', SECURITY_LOG: securityLog });
}

/** A problem, and whether there is one. */
type Check = readonly [isProblem: boolean, message: string];

const failed = (checks: readonly Check[]) =>
  checks.flatMap(([isProblem, message]) => (isProblem ? [message] : []));

/** Node itself reads this file, and only warns or says nothing if it can't be used. */
function certificateProblems(file = ''): string[] {
  if (file === '') return [];
  try {
    if (/^-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/m.test(readFileSync(file, 'latin1'))) return [];
    return [
      `NODE_EXTRA_CA_CERTS names a file without a certificate in PEM, -----BEGIN CERTIFICATE-----: ${file}`,
    ];
  } catch (error) {
    return [`NODE_EXTRA_CA_CERTS names a file that cannot be read: ${(error as Error).message}`];
  }
}

/** A password must never cross a network in clear text. */
function mailProblems({ smtpUrl, smtpTls }: Config): string[] {
  if (smtpTls !== 'off' || smtpUrl === null || !URL.canParse(smtpUrl)) return [];
  const { protocol, username } = new URL(smtpUrl);
  return failed([
    [protocol === 'smtps:', 'SMTP_TLS is off, but SMTP_URL begins with smtps://, which is TLS'],
    [username !== '', 'SMTP_TLS is off, so SMTP_URL must have no user and password: anybody could read them'],
  ]);
}

/** Real money must never move by accident, and no webhook may be taken that nobody signed. */
function paymentProblems(config: Config): string[] {
  const { stripeSecretKey: key, stripeWebhookSecrets, stripeMode, stripeApiUrl } = config;
  const other = stripeMode === 'live' ? 'test' : 'live';
  return failed([
    [
      key !== null && stripeWebhookSecrets.length === 0,
      'STRIPE_WEBHOOK_SECRET is missing: STRIPE_SECRET_KEY needs it',
    ],
    [key?.slice(3, 7) === other, `STRIPE_SECRET_KEY is for ${other} mode, but STRIPE_MODE is ${stripeMode}`],
    [key === null && stripeMode === 'live', 'STRIPE_SECRET_KEY is missing: STRIPE_MODE is live'],
    [key === null && stripeApiUrl !== null, 'STRIPE_SECRET_KEY is missing: STRIPE_API_URL needs it'],
    [stripeMode === 'live' && stripeApiUrl !== null, 'STRIPE_API_URL must not be set in live mode'],
  ]);
}

/** What several processes can't share, as it lies on the disk of one of them or in its memory. */
function problemsOfSeveral(config: Config): string[] {
  const { role, publicUrl, eventstoreUrl, mongodbUrl, appSecret, smtpUrl, stripeSecretKey } = config;
  const isFolderOfOne = config.pictures === 'folder' && config.sharedFolder === 'no';
  return failed([
    [!publicUrl, `PUBLIC_URL is missing: ROLE is ${role}, and links in mails need one address of all`],
    [!eventstoreUrl, `EVENTSTORE_URL is missing: ROLE is ${role}`],
    [!mongodbUrl, `MONGODB_URL is missing: ROLE is ${role}`],
    [!appSecret, `APP_SECRET is missing: ROLE is ${role}, and all processes need the same`],
    [!smtpUrl, `SMTP_URL is missing: ROLE is ${role}, and the sandbox of mails is a folder of one process`],
    [
      !stripeSecretKey,
      `STRIPE_SECRET_KEY is missing: ROLE is ${role}, and the sandbox of payments is one process`,
    ],
    [
      isFolderOfOne,
      `PICTURES is folder, and ROLE is ${role}: use s3, or SHARED_FOLDER=yes if all processes share one folder of pictures`,
    ],
    [config.securityLog === 'file', `SECURITY_LOG is file, and ROLE is ${role}: use stdout`],
  ]);
}

function problemsInProduction(config: Config): string[] {
  const { openaiApiKey, smtpUrl, mailFrom, publicUrl, rateLimits, stripeSecretKey } = config;
  return failed([
    [!openaiApiKey, 'OPENAI_API_KEY is missing: the demo judge is not for production'],
    [!smtpUrl, 'SMTP_URL is missing: mails must be sent in production'],
    [mailFrom === SANDBOX_SENDER, 'MAIL_FROM is missing: mails need your own sender in production'],
    [!publicUrl, 'PUBLIC_URL is missing: links in mails need it in production'],
    [rateLimits === 'off', 'RATE_LIMITS is off: it must be on in production'],
    [!stripeSecretKey, 'STRIPE_SECRET_KEY is missing: the payment sandbox is not for production'],
  ]);
}

/** What everybody could use who reaches a server outside of production: mails with links that sign in, and payments. */
function problemsIfReachable({ host, publicUrl, trustedProxies }: Config): string[] {
  const way = 'set NODE_ENV=production, or ALLOW_SANDBOX=yes, with which the sandboxes ask for a code';
  // One that is no origin is a problem of its own.
  const origin = publicUrl && originOf(publicUrl);
  return failed([
    [!isLoopback(host), `HOST is ${host}, which is not this machine alone: ${way}`],
    [
      origin !== null && !isLoopback(new URL(origin).hostname),
      `PUBLIC_URL is ${publicUrl}, which is not this machine alone: ${way}`,
    ],
    [trustedProxies > 0, `TRUSTED_PROXIES is ${trustedProxies}, so others can reach this server: ${way}`],
  ]);
}

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
