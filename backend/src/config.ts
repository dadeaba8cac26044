import path from 'node:path';
import {
  IsEmail,
  IsIn,
  IsInt,
  IsUrl,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
  type ValidationOptions,
  validateSync,
} from 'class-validator';

/** The address of an SMTP server: a host, with user and password or without both. Checked at start to catch typing errors. */
function IsSmtpUrl(options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown) => {
    if (typeof value !== 'string' || !URL.canParse(value)) return false;
    const { protocol, hostname, username, password, pathname, search } = new URL(value);
    const isServer = /^smtps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname) && search === '';
    const isEncoded = !/%(?![0-9a-f]{2})/i.test(username + password);
    return isServer && isEncoded && (username === '') === (password === '');
  };
  return ValidateBy({ name: 'isSmtpUrl', validator: { validate } }, options);
}

/** The sender of sandbox mails. */
const SANDBOX_SENDER = 'hello@footnote.localhost';

const ENVIRONMENTS = ['development', 'test', 'production'] as const;

/** The settings, typed. Each is documented in README and .env.example. */
export class Config {
  @IsInt({ message: 'PORT must be a whole number from 0 to 65535' })
  @Min(0, { message: 'PORT must be a whole number from 0 to 65535' })
  @Max(65_535, { message: 'PORT must be a whole number from 0 to 65535' })
  readonly port: number;

  @MinLength(1, { message: 'HOST must not be empty' })
  readonly host: string;

  /** How many proxies in front are trusted to name the client. */
  @IsInt({ message: 'TRUSTED_PROXIES must be a whole number from 0 to 10' })
  @Min(0, { message: 'TRUSTED_PROXIES must be a whole number from 0 to 10' })
  @Max(10, { message: 'TRUSTED_PROXIES must be a whole number from 0 to 10' })
  readonly trustedProxies: number;

  /** Off: requests are not limited. */
  @IsIn(['on', 'off'], { message: 'RATE_LIMITS must be on or off' })
  readonly rateLimits: 'on' | 'off';

  @MinLength(1, { message: 'DATA_DIR must not be empty' })
  readonly dataDir: string;

  /** Without a trailing slash. Null: the address that the server listens on. */
  @ValidateIf((config: Config) => config.publicUrl !== null)
  @IsUrl(
    { require_tld: false, require_protocol: true, protocols: ['http', 'https'] },
    { message: 'PUBLIC_URL must be an address such as https://footnote.example' },
  )
  readonly publicUrl: string | null;

  @IsIn(ENVIRONMENTS, { message: `NODE_ENV must be one of ${ENVIRONMENTS.join(', ')}` })
  readonly environment: (typeof ENVIRONMENTS)[number];

  @IsIn(['silent', 'error', 'warn', 'info', 'debug'], {
    message: 'LOG_LEVEL must be one of silent, error, warn, info, debug',
  })
  readonly logLevel: string;

  /** Signs cookies and tokens. Null: generated and stored in the data folder. */
  @ValidateIf((config: Config) => config.appSecret !== null)
  @MinLength(32, { message: 'APP_SECRET must have at least 32 characters' })
  readonly appSecret: string | null;

  /** The server of the log. Null: a file in the data folder. */
  @ValidateIf((config: Config) => config.eventstoreUrl !== null)
  @Matches(/^(esdb|kurrentdb|kdb)(\+discover)?:\/\/[^/]/, {
    message: 'EVENTSTORE_URL must be an address such as esdb://user:password@host:2113?tls=true',
  })
  readonly eventstoreUrl: string | null;

  /** The server of views, keys and sessions. Null: files in the data folder. */
  @ValidateIf((config: Config) => config.mongodbUrl !== null)
  @Matches(/^mongodb(\+srv)?:\/\/[^/]+\/[A-Za-z0-9_-]+(\?|$)/, {
    message:
      'MONGODB_URL must be an address with a database, such as mongodb://user:password@host:27017/footnote',
  })
  readonly mongodbUrl: string | null;

  /** How many seconds the start waits for unreachable servers. */
  @IsInt({ message: 'STARTUP_TIMEOUT must be a whole number of seconds' })
  @Min(0, { message: 'STARTUP_TIMEOUT must be a whole number of seconds' })
  readonly startupTimeout: number;

  readonly weekTimeZone: string;

  /** The sender of every mail. */
  @IsEmail({ require_tld: false }, { message: 'MAIL_FROM must be an email address' })
  readonly mailFrom: string;

  /** The SMTP server that sends mails. Null: mails stay in the data folder. */
  @ValidateIf((config: Config) => config.smtpUrl !== null)
  @IsSmtpUrl({ message: 'SMTP_URL must be an address such as smtp://user:password@host:587 or smtps://host' })
  readonly smtpUrl: string | null;

  /** Null: the demo judge rates photos. */
  readonly openaiApiKey: string | null;

  @ValidateIf((config: Config) => config.openaiBaseUrl !== null)
  @IsUrl(
    { require_tld: false, require_protocol: true, protocols: ['http', 'https'] },
    { message: 'OPENAI_BASE_URL must be an address' },
  )
  readonly openaiBaseUrl: string | null;

  @MinLength(1, { message: 'OPENAI_MODEL must not be empty' })
  readonly openaiModel: string;

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    const text = (name: string) => environment[name]?.trim() || null;
    this.port = Number(text('PORT') ?? 3000);
    this.host = text('HOST') ?? '127.0.0.1';
    this.trustedProxies = Number(text('TRUSTED_PROXIES') ?? 0);
    this.rateLimits = (text('RATE_LIMITS') ?? 'on') as Config['rateLimits'];
    this.dataDir = path.resolve(text('DATA_DIR') ?? 'data');
    this.publicUrl = text('PUBLIC_URL')?.replace(/\/+$/, '') ?? null;
    this.environment = (text('NODE_ENV') ?? 'development') as Config['environment'];
    this.logLevel = text('LOG_LEVEL') ?? 'info';
    this.appSecret = text('APP_SECRET');
    this.eventstoreUrl = text('EVENTSTORE_URL');
    this.mongodbUrl = text('MONGODB_URL');
    this.startupTimeout = Number(text('STARTUP_TIMEOUT') ?? 60);
    this.weekTimeZone = text('WEEK_TIME_ZONE') ?? 'UTC';
    this.mailFrom = text('MAIL_FROM') ?? SANDBOX_SENDER;
    this.smtpUrl = text('SMTP_URL');
    this.openaiApiKey = text('OPENAI_API_KEY');
    this.openaiBaseUrl = text('OPENAI_BASE_URL');
    this.openaiModel = text('OPENAI_MODEL') ?? 'gpt-4o-mini';
  }
}

/** Invalid settings: all of them. The program does not start. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Reads the environment. @throws ConfigError that lists every problem */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const config = new Config(environment);
  const problems = validateSync(config).flatMap((error) => Object.values(error.constraints ?? {}));
  if (!isTimeZone(config.weekTimeZone)) {
    problems.push('WEEK_TIME_ZONE must be the name of a time zone, such as Europe/Berlin');
  }
  if (config.environment === 'production') problems.push(...problemsInProduction(config));
  if (problems.length > 0) throw new ConfigError([...new Set(problems)]);
  return config;
}

function problemsInProduction({ openaiApiKey, smtpUrl, mailFrom, publicUrl, rateLimits }: Config): string[] {
  const problems: [isProblem: boolean, message: string][] = [
    [!openaiApiKey, 'OPENAI_API_KEY is missing: the demo judge is not for production'],
    [!smtpUrl, 'SMTP_URL is missing: mails must be sent in production'],
    [mailFrom === SANDBOX_SENDER, 'MAIL_FROM is missing: mails need your own sender in production'],
    [!publicUrl, 'PUBLIC_URL is missing: links in mails need it in production'],
    [rateLimits === 'off', 'RATE_LIMITS is off: it must be on in production'],
  ];
  return problems.flatMap(([isProblem, message]) => (isProblem ? [message] : []));
}

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
