// The servers that a site in production needs, played by the stand-ins of the tests.
import { join } from 'node:path';
import { built } from '../outage/built.mjs';

const WEBHOOK_SECRET = 'whsec_of_the_sandbox';

/** The address of the site, as if a proxy in front of it ended https. */
export const PUBLIC_URL = 'https://footnote.example';

/** What the judge says about the one photo, and that its comment and the texts about it are harmless. */
async function replies() {
  const { completion, moderation } = await built('test/support/openai-server.js');
  const judgement = {
    verdict: 'pass',
    reasons: [],
    scores: { toeAlignment: 7.4, toeNails: 6, footShape: 8.25, aesthetic: 9.1 },
    comment: 'A sunny pair on a fine towel.',
  };
  return [
    completion({ content: JSON.stringify(judgement) }),
    ...Array.from({ length: 5 }, () => moderation()),
  ];
}

/** Starts the servers for mails, photos and payments. */
export async function startServices(folder) {
  const { SmtpPostOffice } = await built('test/support/smtp.js');
  const { OpenAiServer } = await built('test/support/openai-server.js');
  const { StripeServer } = await built('test/support/payments/stripe-server.js');
  const { StripeSandbox } = await built('src/infrastructure/payments/sandbox/stripe-sandbox.js');
  const { SANDBOX_KEY } = await built('src/infrastructure/payments/sandbox/sandbox-api.js');
  const { RandomIds, SystemClock } = await built('src/infrastructure/clock/system-clock.js');
  const mails = await new SmtpPostOffice().listen();
  const judge = await OpenAiServer.start();
  judge.willReply(...(await replies()));
  const sandbox = new StripeSandbox({
    file: join(folder, 'payments.db'),
    webhookSecret: WEBHOOK_SECRET,
    clock: new SystemClock(),
    ids: new RandomIds(),
    logger: console,
  });
  const payments = await StripeServer.before(sandbox.fetch);
  return {
    mails,
    sandbox,
    payments,
    settings: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      PUBLIC_URL,
      TRUSTED_PROXIES: '1',
      APP_SECRET: 'of the image that is verified here',
      SMTP_URL: mails.url,
      MAIL_FROM: 'hello@footnote.example',
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: judge.baseURL,
      STRIPE_SECRET_KEY: SANDBOX_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: payments.url,
    },
    stop: async () => {
      await sandbox.close();
      await Promise.all([mails.close(), judge.stop(), payments.stop()]);
    },
  };
}
