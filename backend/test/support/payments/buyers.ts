import { type Browser as Buyer, Browser } from '../browser.js';
import type { StripeSandbox } from '../../../src/infrastructure/payments/sandbox/stripe-sandbox.js';
import { tokenMailedTo, until } from '../../crash/server-process.js';
import { sessionIn } from '../payments.js';
import { PASSWORD } from '../visitor.js';

/** The provider repeats a webhook for days. Many wait for a site that is killed every few seconds on a loaded machine. */
const DELIVERING_MS = 30 * 60_000;

/** A site in a process of its own; a restart changes the address. */
interface Site {
  readonly url: string;
}

/** A new person who may buy, on a site that writes its mails to the data folder. */
export async function joinBuyer(site: Site, dataDir: string, email: string): Promise<Buyer> {
  const browser = new Browser(site);
  await answered(browser, '/api/auth/register', { email, password: PASSWORD });
  const token = await tokenMailedTo(dataDir, email);
  await answered(browser, '/api/auth/verify-email', { token });
  return browser;
}

/** Starts the purchase of a boost, or a donation; returns the id of the checkout session. One at a time for each buyer. */
export async function openCheckout(
  buyer: Buyer,
  what: 'regular' | 'mega' | 'donation' = 'regular',
): Promise<string> {
  const { url } =
    what === 'donation'
      ? await answered<{ url: string }>(buyer, '/api/donations/checkout', { amount: 500 })
      : await answered<{ url: string }>(buyer, '/api/boost/checkout', { boostType: what });
  return sessionIn(url);
}

/** Delivers an event of the provider until it is acknowledged, as the provider does. */
export async function deliver(site: Site, sandbox: StripeSandbox, eventId: string): Promise<void> {
  const isAcknowledged = async () => (await posted(site, sandbox, eventId)) === 200;
  await until(`${eventId} is acknowledged`, isAcknowledged, DELIVERING_MS);
}

/** Sends an event of the provider with a body that was changed on the way. Returns whether the site has accepted it. */
export async function isForgeryAccepted(
  site: Site,
  sandbox: StripeSandbox,
  eventId: string,
): Promise<boolean> {
  return (await posted(site, sandbox, eventId, ' ')) === 200;
}

/** Returns the status of the answer; null for none. */
async function posted(
  site: Site,
  sandbox: StripeSandbox,
  eventId: string,
  change = '',
): Promise<number | null> {
  // Signed again each time: an old signature is refused.
  const { body, signature } = sandbox.webhook(eventId);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const url = `${site.url}/api/stripe/webhook`;
  const answer = await fetch(url, { method: 'POST', headers, body: `${body}${change}` }).catch(() => null);
  await answer?.arrayBuffer().catch(() => null);
  return answer?.status ?? null;
}

/** Repeats a call while the log is too slow for the server's patience. @throws Error for any other refusal */
async function answered<Body>(browser: Buyer, address: string, body: object): Promise<Body> {
  let answer = await browser.post<Body>(address, body);
  await until(`${address} is answered`, async () => {
    if (answer.status === 503) answer = await browser.post<Body>(address, body);
    return answer.status !== 503;
  });
  if (answer.status >= 300) throw new Error(`${address}: ${JSON.stringify(answer)}`);
  return answer.body;
}
