import type { CheckoutStatus } from '../../api/generated/schema.d.ts';

/** The first pauses between questions about a checkout, in milliseconds: about ten seconds together. */
const firstPauses = [300, 700, 1200, 2000, 2800, 3500] as const;
const slowPause = 5000;
const growth = 1.5;
const longestPause = 180_000;

/** Whether asking again soon can change the answer: a webhook is on its way, or its boost is not granted yet. */
function mayChange({ status, kind, boost }: CheckoutStatus): boolean {
  if (status === 'paid') return kind === 'boost' && boost === null;
  return status === 'started' || status === 'unknown';
}

/** Whether the person still waits for an answer that says what became of the checkout, for about ten seconds. */
export function isConfirming(checkout: CheckoutStatus | undefined, answers: number): boolean {
  return answers <= firstPauses.length && (!checkout || mayChange(checkout));
}

/**
 * How long to wait before asking again, after so many answers; false once nothing is left to say. Everything else may change
 * for days: money arrives late, and people decide.
 * @param chance from 0 to 1, so that pages that were opened together do not ask together
 */
export function pauseAfter(
  checkout: CheckoutStatus | undefined,
  answers: number,
  chance: number,
): number | false {
  if (checkout?.status === 'paid' && !mayChange(checkout)) return false;
  const slow = Math.min(longestPause, slowPause * growth ** (answers - firstPauses.length - 1));
  return (firstPauses[answers - 1] ?? slow) * (0.75 + chance / 2);
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
    case 'refunded':
      return {
        title: 'Your money is on its way back',
        text: 'The payment is refunded. It can take some days until you see it.',
        isListed: true,
      };
    case 'dismissed':
      return {
        title: 'This payment is closed',
        text: 'A person has checked it. If you miss something, write to us.',
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
