import type { CheckoutStatus } from '../../api/generated/schema.d.ts';

/** The pauses between questions about a checkout, in milliseconds: about ten seconds together. */
const pauses = [300, 700, 1200, 2000, 2800, 3500] as const;

/** Whether asking again soon can change the answer: a webhook is on its way, or its boost is not granted yet. */
function mayChange({ status, kind, boost }: CheckoutStatus): boolean {
  if (status === 'paid') return kind === 'boost' && boost === null;
  return status === 'started' || status === 'unknown';
}

/**
 * Asks about a checkout until its state is settled, or for about ten seconds; returns the last answer.
 * @throws the failure of the last question if it failed
 */
export async function settledAnswer(
  ask: () => Promise<CheckoutStatus>,
  wait: (milliseconds: number) => Promise<void>,
): Promise<CheckoutStatus> {
  for (const pause of pauses) {
    const answer = await ask().catch(() => undefined);
    if (answer && !mayChange(answer)) return answer;
    await wait(pause);
  }
  return ask();
}

/** What a person who comes back from a checkout is told. */
export interface CheckoutNews {
  title: string;
  text: string;
  /** Whether their payments, in the account settings, show more. */
  isListed: boolean;
}

/** What is known of a checkout that has brought nothing yet; undefined for one that is paid. */
export function newsOf({ status, kind }: CheckoutStatus): CheckoutNews | undefined {
  const what = kind === 'donation' ? 'donation' : 'boost';
  switch (status) {
    case 'paid':
      return undefined;
    case 'pending':
      return {
        title: 'Your payment is on its way',
        text: `Your bank has not confirmed it yet, which can take a few days. ${
          kind === 'donation'
            ? 'You need not do anything.'
            : 'As soon as it does, the boost is yours, and we send you a mail.'
        }`,
        isListed: true,
      };
    case 'started':
      return {
        title: 'We have not heard of your payment yet',
        text: `If you have paid, nothing is lost: the ${what} follows as soon as the payment provider tells us.`,
        isListed: false,
      };
    case 'failed':
      return {
        title: 'The payment failed',
        text: 'You have not been charged. You can try again.',
        isListed: true,
      };
    case 'expired':
      return {
        title: 'The checkout has expired',
        text: 'You have not been charged. You can start again.',
        isListed: false,
      };
    case 'parked':
      return {
        title: 'We are looking at your payment',
        text: 'Something about it does not fit, so a person checks it. You will get what you paid for, or your money back.',
        isListed: true,
      };
    case 'unknown':
      return {
        title: 'We do not know this payment',
        text: 'It may belong to another account. If you have paid, log in with the account that you paid from.',
        isListed: false,
      };
  }
}
