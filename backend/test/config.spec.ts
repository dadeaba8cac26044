import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { ConfigError, readConfig } from '../src/config.js';
import { CURRENCIES } from '../src/domain/payment/prices.js';

/** The problems of these settings, one sentence each. */
function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems;
  }
}

const PRODUCTION = {
  NODE_ENV: 'production',
  OPENAI_API_KEY: 'key',
  PUBLIC_URL: 'https://footnote.example',
  SMTP_URL: 'smtps://mail.example.org',
  MAIL_FROM: 'hello@footnote.example',
  STRIPE_SECRET_KEY: 'rk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_MODE: 'live',
};

describe('the pages that describe the API', () => {
  it('are served outside of production, unless a setting says otherwise (V13.4.5)', () => {
    expect([readConfig({}).apiDocs, readConfig(PRODUCTION).apiDocs]).toEqual(['on', 'off']);
    expect(readConfig({ API_DOCS: 'off' }).apiDocs).toBe('off');
    expect(readConfig({ ...PRODUCTION, API_DOCS: 'on' }).apiDocs).toBe('on');
    expect(problemsOf({ API_DOCS: 'yes' })).toEqual(['API_DOCS must be on or off']);
  });
});

describe('the mail server', () => {
  it.each([
    'smtp://mail.example.org',
    'smtp://ann%40example.org:p%40ss%20word@mail.example.org:587',
    'smtps://ann:secret@mail.example.org/',
    'smtp://[::1]:2525',
  ])('may be %s', (address) => {
    expect(problemsOf({ SMTP_URL: address })).toEqual([]);
    expect(readConfig({ SMTP_URL: ` ${address} ` }).smtpUrl).toBe(address);
  });

  it.each([
    'mail.example.org',
    'https://mail.example.org',
    'smtp://',
    'smtp://ann@mail.example.org',
    'smtp://ann:100%@mail.example.org',
    'smtp://mail.example.org/inbox',
    'smtp://mail.example.org?tls=false',
  ])('is rejected at start: %s', (address) => {
    expect(problemsOf({ SMTP_URL: address })).toEqual([
      'SMTP_URL must be an address such as smtp://user:password@host:587 or smtps://host',
    ]);
  });

  it('needs TLS, unless SMTP_TLS is off, which sends no password', () => {
    expect(readConfig({}).smtpTls).toBe('required');
    expect(readConfig({ ...PRODUCTION, SMTP_URL: 'smtp://relay:25', SMTP_TLS: 'off' }).smtpTls).toBe('off');
    expect(problemsOf({ SMTP_TLS: 'no' })).toEqual(['SMTP_TLS must be required or off']);
    expect(problemsOf({ SMTP_URL: 'smtps://ann:secret@relay', SMTP_TLS: 'off' })).toEqual([
      'SMTP_TLS is off, but SMTP_URL begins with smtps://, which is TLS',
      'SMTP_TLS is off, so SMTP_URL must have no user and password: anybody could read them',
    ]);
  });

  it('may have an authority of its own, whose file has certificates', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'footnote-authority-'));
    // Tools write text before it.
    const file = path.join(folder, 'authority.pem');
    writeFileSync(file, `subject=Relay\n${rootCertificates[0]}\n`);
    expect(problemsOf({ NODE_EXTRA_CA_CERTS: file })).toEqual([]);
    rmSync(folder, { recursive: true });
    const other = import.meta.filename;
    expect(problemsOf({ NODE_EXTRA_CA_CERTS: other })).toEqual([
      `NODE_EXTRA_CA_CERTS names a file without a certificate in PEM, -----BEGIN CERTIFICATE-----: ${other}`,
    ]);
    expect(problemsOf({ NODE_EXTRA_CA_CERTS: '/no/such.pem' })).toEqual([
      expect.stringMatching(/^NODE_EXTRA_CA_CERTS names a file that cannot be read: ENOENT/),
    ]);
  });

  it('is required in production only', () => {
    const { SMTP_URL: _, ...rest } = PRODUCTION;
    expect(readConfig({}).smtpUrl).toBeNull();
    expect(problemsOf(PRODUCTION)).toEqual([]);
    expect(problemsOf(rest)).toEqual(['SMTP_URL is missing: mails must be sent in production']);
  });

  it('requires a configured sender in production', () => {
    const { MAIL_FROM: _, ...rest } = PRODUCTION;
    const missing = ['MAIL_FROM is missing: mails need your own sender in production'];
    expect(readConfig({}).mailFrom).toBe('hello@footnote.localhost');
    expect(problemsOf(rest)).toEqual(missing);
    expect(problemsOf({ ...rest, MAIL_FROM: 'hello@footnote.localhost' })).toEqual(missing);
  });
});

describe('limits and proxies', () => {
  it('are on and trust no proxy by default', () => {
    expect(readConfig({})).toMatchObject({ rateLimits: 'on', trustedProxies: 0 });
    expect(readConfig({ RATE_LIMITS: 'off', TRUSTED_PROXIES: '2', ALLOW_SANDBOX: 'yes' })).toMatchObject({
      rateLimits: 'off',
      trustedProxies: 2,
    });
  });

  it('cannot be off in production', () => {
    expect(problemsOf({ ...PRODUCTION, RATE_LIMITS: 'on' })).toEqual([]);
    expect(problemsOf({ ...PRODUCTION, RATE_LIMITS: 'off' })).toEqual([
      'RATE_LIMITS is off: it must be on in production',
    ]);
  });

  it.each([
    [{ RATE_LIMITS: 'no' }, 'RATE_LIMITS must be on or off'],
    [{ SECURITY_LOG: 'syslog' }, 'SECURITY_LOG must be file or stdout'],
    [{ HEALTH_TOKEN: 'short' }, 'HEALTH_TOKEN must have at least 16 characters'],
    [{ REBUILD_PRIORITY: 'high' }, 'REBUILD_PRIORITY must be low or normal'],
    [{ ADMIN_REQUIRE_TOTP: 'yes' }, 'ADMIN_REQUIRE_TOTP must be on or off'],
    [{ ADMIN_ENTRY: 'open' }, 'ADMIN_ENTRY must be redirect or hidden'],
    [{ TRUSTED_PROXIES: '1.5' }, 'TRUSTED_PROXIES must be a whole number from 0 to 10'],
    [{ TRUSTED_PROXIES: '-1' }, 'TRUSTED_PROXIES must be a whole number from 0 to 10'],
    [{ TRUSTED_PROXIES: '11' }, 'TRUSTED_PROXIES must be a whole number from 0 to 10'],
    [{ ALLOW_SANDBOX: 'on' }, 'ALLOW_SANDBOX must be yes or no'],
  ])('are rejected at start: %j', (settings: Record<string, string>, problem) => {
    expect(problemsOf({ ALLOW_SANDBOX: 'yes', ...settings })).toEqual([problem]);
  });
});

describe('the login of the back office', () => {
  it('is hidden in production only, by default', () => {
    expect(readConfig({})).toMatchObject({ adminEntry: 'redirect', adminLoginPath: null });
    expect(readConfig(PRODUCTION).adminEntry).toBe('hidden');
  });

  it.each(['/porters-lodge', '/porters/lodge_7'])('can be at %s', (address) => {
    expect(readConfig({ ADMIN_LOGIN_PATH: address }).adminLoginPath).toBe(address);
  });

  it.each([
    'lodge',
    '/',
    '/lodge/',
    '/a/b/c',
    '/lodge.html',
    '/a b',
    '/api/lodge',
    '/rtm-sys',
    '/login',
    '/user/lodge',
  ])('cannot be at %s', (address) => {
    expect(problemsOf({ ADMIN_LOGIN_PATH: address })).toEqual([
      'ADMIN_LOGIN_PATH must be a path such as /words-of-your-own that no page begins with',
    ]);
  });
});

describe('numbers', () => {
  it.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535'],
    [{ STARTUP_TIMEOUT: 'x' }, 'STARTUP_TIMEOUT must be a whole number of seconds'],
    [{ STARTUP_TIMEOUT: '-1' }, 'STARTUP_TIMEOUT must be a whole number of seconds'],
  ])('are reported once each when invalid: %j', (settings: Record<string, string>, problem) => {
    expect(problemsOf(settings)).toEqual([problem]);
  });
});

describe('payments', () => {
  const KEY = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

  it('are played in test mode, in US dollars, by default', () => {
    expect(readConfig({})).toMatchObject({
      stripeSecretKey: null,
      stripeWebhookSecrets: [],
      stripeMode: 'test',
      stripeApiUrl: null,
      stripeReadsPerSecond: 20,
      currency: 'usd',
    });
  });

  it('take several webhook secrets, another API in test mode, and a currency in either case', () => {
    const settings = {
      ...KEY,
      STRIPE_WEBHOOK_SECRET: ' whsec_1, whsec_2,',
      STRIPE_API_URL: 'http://localhost:12111',
      STRIPE_READS_PER_SECOND: '100',
      CURRENCY: 'EUR',
    };
    expect(readConfig(settings)).toMatchObject({
      stripeSecretKey: 'sk_test_1',
      stripeWebhookSecrets: ['whsec_1', 'whsec_2'],
      stripeApiUrl: 'http://localhost:12111',
      stripeReadsPerSecond: 100,
      currency: 'eur',
    });
  });

  const { STRIPE_SECRET_KEY: _key, ...withoutKey } = PRODUCTION;
  const { STRIPE_WEBHOOK_SECRET: _secret, ...withoutSecret } = PRODUCTION;
  it.each<[Record<string, string>, string]>([
    [
      { ...withoutKey, STRIPE_MODE: 'test' },
      'STRIPE_SECRET_KEY is missing: the payment sandbox is not for production',
    ],
    [withoutSecret, 'STRIPE_WEBHOOK_SECRET is missing: STRIPE_SECRET_KEY needs it'],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET is missing: STRIPE_SECRET_KEY needs it'],
    [
      { ...KEY, STRIPE_WEBHOOK_SECRET: ' , ' },
      'STRIPE_WEBHOOK_SECRET is missing: STRIPE_SECRET_KEY needs it',
    ],
    [{ ...KEY, STRIPE_WEBHOOK_SECRET: 'whsec_1,other' }, 'STRIPE_WEBHOOK_SECRET must begin with whsec_'],
    [
      { ...KEY, STRIPE_SECRET_KEY: 'sk_live_1' },
      'STRIPE_SECRET_KEY is for live mode, but STRIPE_MODE is test',
    ],
    [
      { ...KEY, STRIPE_SECRET_KEY: 'rk_live_1' },
      'STRIPE_SECRET_KEY is for live mode, but STRIPE_MODE is test',
    ],
    [{ ...KEY, STRIPE_MODE: 'live' }, 'STRIPE_SECRET_KEY is for test mode, but STRIPE_MODE is live'],
    [
      { ...KEY, STRIPE_SECRET_KEY: 'pk_test_1' },
      'STRIPE_SECRET_KEY must begin with sk_test_, rk_test_, sk_live_ or rk_live_',
    ],
    [{ STRIPE_MODE: 'live' }, 'STRIPE_SECRET_KEY is missing: STRIPE_MODE is live'],
    [{ STRIPE_MODE: 'real' }, 'STRIPE_MODE must be test or live'],
    [{ STRIPE_READS_PER_SECOND: '0' }, 'STRIPE_READS_PER_SECOND must be a whole number from 1 to 1000'],
    [{ STRIPE_API_URL: 'http://localhost:12111' }, 'STRIPE_SECRET_KEY is missing: STRIPE_API_URL needs it'],
    [
      { ...KEY, STRIPE_API_URL: 'http://localhost:12111/v1' },
      'STRIPE_API_URL must be an address without a path, such as http://localhost:12111',
    ],
    [
      { ...PRODUCTION, STRIPE_API_URL: 'https://proxy.example' },
      'STRIPE_API_URL must not be set in live mode',
    ],
    [{ CURRENCY: 'dollars' }, `CURRENCY must be one of ${CURRENCIES.join(', ')}`],
    [{ REFUND_LIMIT: '-1' }, 'REFUND_LIMIT must be a whole number from 0 to 1000000000'],
    [{ REFUND_LIMIT: '49.95' }, 'REFUND_LIMIT must be a whole number from 0 to 1000000000'],
    [{ CURRENCY: 'kwd' }, `CURRENCY must be one of ${CURRENCIES.join(', ')}`],
  ])('are rejected at start: %j', (settings, problem) => {
    expect(problemsOf(settings)).toEqual([problem]);
  });
});

describe('the address of MongoDB', () => {
  it.each([
    'mongodb://127.0.0.1:27017',
    'mongodb://127.0.0.1:27017/',
    'mongodb://127.0.0.1/?directConnection=true',
    'mongodb+srv://user:secret@db.example.org/shop?authSource=admin',
  ])('may be %s', (address) => expect(problemsOf({ MONGODB_URL: address })).toEqual([]));

  it.each(['127.0.0.1:27017', 'http://127.0.0.1', 'mongodb://', 'mongodb://127.0.0.1/a/b'])(
    'is rejected at start: %s',
    (address) =>
      expect(problemsOf({ MONGODB_URL: address })).toEqual([
        'MONGODB_URL must be an address such as mongodb://user:password@host:27017/footnote',
      ]),
  );
});

describe('the bucket of pictures', () => {
  it.each([
    'http://127.0.0.1:7070/feet',
    'https://key:a%2Fb%2Bc@s3.example.org/feet.example?region=eu-central-1',
  ])('may be %s', (address) => expect(problemsOf({ PICTURES: 's3', S3_URL: address })).toEqual([]));

  it.each([
    's3://feet',
    'https://s3.example.org',
    'https://s3.example.org/',
    'https://s3.example.org/feet/pictures',
    'https://s3.example.org/Feet',
    'https://key@s3.example.org/feet',
    'https://key:100%@s3.example.org/feet',
    'https://key:%FF@s3.example.org/feet',
    'https://s3.example.org/feet?region=',
    'https://s3.example.org/feet?tls=no',
    'https://s3.example.org/feet#part',
  ])('is rejected at start: %s', (address) =>
    expect(problemsOf({ S3_URL: address })).toEqual([
      'S3_URL must be an address such as https://key:secret@host/bucket?region=eu-central-1',
    ]),
  );

  it('must be named where it is used', () =>
    expect(problemsOf({ PICTURES: 's3' })).toEqual(['S3_URL is missing: PICTURES is s3']));
});

describe('a process of several', () => {
  const SEVERAL = {
    PUBLIC_URL: 'http://localhost:8080',
    EVENTSTORE_URL: 'esdb://log.example:2113',
    MONGODB_URL: 'mongodb://documents.example',
    PICTURES: 's3',
    S3_URL: 'https://s3.example/feet',
    APP_SECRET: 'a secret that all processes have, long enough',
    SMTP_URL: 'smtp://mail.example',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };

  it.each(['worker', 'web'])('may be a %s, and writes its security events to the output', (ROLE) =>
    expect(readConfig({ ...SEVERAL, ROLE })).toMatchObject({ role: ROLE, securityLog: 'stdout' }),
  );

  it('needs servers and secrets that all of them share', () =>
    expect(problemsOf({ ROLE: 'web', SECURITY_LOG: 'file' })).toEqual([
      'PUBLIC_URL is missing: ROLE is web, and links in mails need one address of all',
      'EVENTSTORE_URL is missing: ROLE is web',
      'MONGODB_URL is missing: ROLE is web',
      'APP_SECRET is missing: ROLE is web, and all processes need the same',
      'SMTP_URL is missing: ROLE is web, and the sandbox of mails is a folder of one process',
      'STRIPE_SECRET_KEY is missing: ROLE is web, and the sandbox of payments is one process',
      'PICTURES is folder, and ROLE is web: use s3, or SHARED_FOLDER=yes if all processes share one folder of pictures',
      'SECURITY_LOG is file, and ROLE is web: use stdout',
    ]));

  it('shares a folder of pictures that is said to be shared', () =>
    expect(problemsOf({ ...SEVERAL, ROLE: 'web', PICTURES: 'folder', SHARED_FOLDER: 'yes' })).toEqual([]));
});

describe('the public address', () => {
  const named = (address: string) => readConfig({ ...PRODUCTION, PUBLIC_URL: address }).publicUrl;

  it.each([
    ['https://footnote.example', 'https://footnote.example'],
    [' https://footnote.example/ ', 'https://footnote.example'],
    ['HTTPS://Footnote.Example:443', 'https://footnote.example'],
    ['https:/footnote.example:8443', 'https://footnote.example:8443'],
  ])('is an origin, in its usual spelling: %j', (address, origin) => expect(named(address)).toBe(origin));

  it.each([
    'footnote.example',
    'ftp://footnote.example',
    'https://footnote.example/site',
    'https://footnote.example/site/',
    'https://footnote.example//',
    'https://footnote.example?',
    'https://footnote.example/?site=1',
    'https://footnote.example/#top',
    'https://ann@footnote.example',
    'https://ann:secret@footnote.example',
    'https://localhost@evil.example',
  ])('is rejected at start in one sentence, with more than an origin: %s', (address) => {
    const message =
      'PUBLIC_URL must begin with http:// or https://, and have no user, path, query or fragment, such as https://footnote.example';
    expect(problemsOf({ ...PRODUCTION, PUBLIC_URL: address })).toEqual([message]);
    expect(problemsOf({ PUBLIC_URL: address })).toEqual([message]);
  });
});

describe('a server outside of production', () => {
  const WAY = 'set NODE_ENV=production, or ALLOW_SANDBOX=yes, with which the sandboxes ask for a code';
  const OPEN = { HOST: '0.0.0.0', PUBLIC_URL: 'https://footnote.example', TRUSTED_PROXIES: '1' };

  it.each(['development', 'test'])('does not start where others reach it, in %s', (environment) => {
    expect(problemsOf({ NODE_ENV: environment, ...OPEN, PORT: 'abc' })).toEqual([
      'PORT must be a whole number from 0 to 65535',
      `HOST is 0.0.0.0, which is not this machine alone: ${WAY}`,
      `PUBLIC_URL is https://footnote.example, which is not this machine alone: ${WAY}`,
      `TRUSTED_PROXIES is 1, so others can reach this server: ${WAY}`,
    ]);
    expect(problemsOf({ NODE_ENV: environment, ...OPEN, ALLOW_SANDBOX: 'no' })).toHaveLength(3);
  });

  it('starts there as a test site, if a setting says so', () => {
    expect(readConfig({ ...OPEN, ALLOW_SANDBOX: 'yes' }).isTestSite).toBe(true);
    expect(readConfig({}).isTestSite).toBe(false);
    expect(readConfig({ ...PRODUCTION, ...OPEN, ALLOW_SANDBOX: 'yes' }).isTestSite).toBe(false);
  });

  it.each([
    '127.0.0.1',
    '127.255.0.9',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    '::FFFF:7F00:1',
    'localhost',
    'LOCALHOST',
    'footnote.localhost',
  ])('starts at %s', (host) => {
    const named = host.includes(':') ? `[${host}]` : host;
    expect(problemsOf({ HOST: host, PUBLIC_URL: `http://${named}:3000/` })).toEqual([]);
  });

  it.each([
    '0.0.0.0',
    '::',
    '::ffff:0.0.0.0',
    '::ffff:192.168.1.7',
    '::2',
    'fe80::1%lo',
    '192.168.1.7',
    '128.0.0.1',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'evil-localhost',
    'footnote.example',
  ])('does not start at %s', (host) => {
    expect(problemsOf({ HOST: host })).toEqual([`HOST is ${host}, which is not this machine alone: ${WAY}`]);
  });

  it.each([
    'http://0.0.0.0:3000',
    'http://[::]:3000',
    'http://[::ffff:c0a8:107]',
    'https://localhost.evil.example',
    'https://footnote.example:8443',
  ])('is not named %s', (address) => {
    expect(problemsOf({ PUBLIC_URL: address })).toEqual([
      `PUBLIC_URL is ${address}, which is not this machine alone: ${WAY}`,
    ]);
  });
});

describe('a secret', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'footnote-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileWith = (text: string) => {
    const file = path.join(folder, `${text.trim().length}`);
    writeFileSync(file, text);
    return file;
  };
  const secret = 's'.repeat(32);

  it('can stand in a file, as a mounted secret (V13.3.1)', () => {
    const config = readConfig({
      APP_SECRET_FILE: fileWith(`${secret}\n`),
      STRIPE_SECRET_KEY_FILE: fileWith('sk_test_1'),
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      OPENAI_API_KEY_FILE: '',
    });
    expect(config).toMatchObject({ appSecret: secret, stripeSecretKey: 'sk_test_1', openaiApiKey: null });
  });

  it('is checked there as everywhere', () => {
    expect(problemsOf({ APP_SECRET_FILE: fileWith('short') })).toEqual([
      'APP_SECRET must have at least 32 characters',
    ]);
  });

  it('is never replaced by nothing, nor by another one', () => {
    const [missing, empty] = [path.join(folder, 'missing'), fileWith('\n')];
    expect(problemsOf({ SMTP_URL_FILE: missing, HEALTH_TOKEN_FILE: empty })).toEqual([
      `HEALTH_TOKEN_FILE names an empty file: ${empty}`,
      expect.stringMatching(/^SMTP_URL_FILE names a file that cannot be read: ENOENT/),
    ]);
    expect(problemsOf({ APP_SECRET: secret, APP_SECRET_FILE: fileWith(secret) })).toEqual([
      'APP_SECRET and APP_SECRET_FILE are both set: only one of them can be',
    ]);
  });
});
