import type { PaymentAct } from '../control/payment-commands.js';
import { LONGEST_NOTE } from '../domain/moderation/reasons.js';
import { UsageError } from './command-line.js';

export const PAYMENT_OPTIONS = { admin: { type: 'string' }, amount: { type: 'string' } } as const;

type Values = { readonly [Name in keyof typeof PAYMENT_OPTIONS]?: string | undefined };

/** Reads what to do. @throws UsageError */
export function wishOf({ admin = '', amount }: Values, positionals: readonly string[]): PaymentAct {
  const [act, reference, reason = '', ...more] = positionals;
  if (!isAct(act)) throw new UsageError('Name what to do: grant, refund, observe or settle.');
  if (!reference) throw new UsageError('The reference of the payment, or the id at Stripe, is missing.');
  if (more.length > 0) throw new UsageError('Please put the reason in quotation marks.');
  if (!/^[\w.-]{1,64}$/.test(admin)) throw new UsageError('--admin is missing or not a name.');
  if (act !== 'refund' && amount !== undefined) throw new UsageError('--amount does not belong here.');
  const why = act === 'observe' && reason === '' ? '' : reasonOf(reason.trim());
  return { act, reference, admin, amount: amountOf(amount), reason: why };
}

const ACTS: ReadonlySet<string | undefined> = new Set(['grant', 'refund', 'observe', 'settle']);

function isAct(word: string | undefined): word is PaymentAct['act'] {
  return ACTS.has(word);
}

function reasonOf(reason: string): string {
  if (reason === '') throw new UsageError('The reason is missing: it stands in the event log.');
  if (reason.length <= LONGEST_NOTE) return reason;
  throw new UsageError(`A reason has at most ${LONGEST_NOTE} characters.`);
}

function amountOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new UsageError('--amount is a whole number of the smallest unit, such as 199 for USD 1.99.');
}

/**
 * Reads the value of --since: a date, which starts in UTC, or a time with its zone.
 * @throws UsageError when it is missing, no such day or in the future
 */
export function sinceOf(text: string | undefined, now: Date): Date {
  if (text === undefined) throw new UsageError('--since is missing.');
  const day = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(text)?.[1];
  const time = new Date(text);
  // The 31st of June would become the 1st of July.
  if (day === undefined || Number.isNaN(time.getTime()) || !isDay(day)) {
    throw new UsageError(`This is not a date: ${text}`);
  }
  if (time > now) throw new UsageError('The date is in the future.');
  return time;
}

const isDay = (day: string) => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
