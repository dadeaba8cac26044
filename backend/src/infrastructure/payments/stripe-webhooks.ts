import { Stripe } from 'stripe';
import { BadWebhookError, type ProviderEvent } from './payments.port.js';
import { reduceEvent } from './stripe-event-fields.js';

/** How far the timestamp of a webhook may be from now, in either direction. */
export const TOLERANCE_SECONDS = 300;

/**
 * Checks the signature of a webhook and reads it. The library checks the signature; it accepts any future timestamp and
 * takes the last of several, so we check the timestamp ourselves.
 * @param signatures the values of the `Stripe-Signature` header
 * @param secrets each may have signed it, so that they can be rotated
 * @throws BadWebhookError
 */
export function readWebhook(
  body: Buffer,
  signatures: readonly string[],
  secrets: readonly string[],
  now: Date,
): ProviderEvent {
  const [header, ...more] = signatures;
  if (header === undefined) throw new BadWebhookError('the signature is missing');
  if (more.length > 0) throw new BadWebhookError('there is more than one signature header');
  const secondsAway = Math.abs(now.getTime() / 1000 - timestampIn(header));
  // Before the clock: a header that anybody can write says nothing about it.
  if (!secrets.some((secret) => isSignedWith(secret, body, header))) {
    throw new BadWebhookError('no secret fits, or the body was changed on the way');
  }
  if (secondsAway > TOLERANCE_SECONDS) {
    throw new BadWebhookError(`the clocks differ by ${Math.ceil(secondsAway)} s`, true);
  }
  const event = reduceEvent(parsed(body));
  if (!event) throw new BadWebhookError('the body is not an event of Stripe', true);
  return event;
}

/** The one timestamp of a header such as `t=1764000000,v1=…`, in seconds since 1970. @throws BadWebhookError */
function timestampIn(header: string): number {
  const stamps = header.split(',').filter((part) => part.split('=', 1)[0]?.trim() === 't');
  const [seconds] = stamps.map((part) => /^t=(\d{1,12})$/.exec(part)?.[1]);
  if (stamps.length !== 1 || seconds === undefined) {
    throw new BadWebhookError('the signature header has no single timestamp');
  }
  return Number(seconds);
}

function isSignedWith(secret: string, body: Buffer, header: string): boolean {
  try {
    // 0: without its own check of the timestamp.
    return Stripe.webhooks.signature?.verifyHeader(body, header, secret, 0) === true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new BadWebhookError('the body is not JSON', true);
  }
}
