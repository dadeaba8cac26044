import type { PaymentAct } from '../control/payment-commands.js';
import { UsageError } from './command-line.js';

export const PAYMENT_OPTIONS = {
  json: { type: 'boolean' },
  admin: { type: 'string' },
  note: { type: 'string' },
  amount: { type: 'string' },
  decline: { type: 'string' },
  dismiss: { type: 'string' },
  warnings: { type: 'string' },
  dispute: { type: 'string' },
  keep: { type: 'boolean' },
  revoke: { type: 'boolean' },
} as const;

type Option = keyof typeof PAYMENT_OPTIONS;
type Values = {
  readonly [Name in Option]?:
    ((typeof PAYMENT_OPTIONS)[Name]['type'] extends 'string' ? string : boolean) | undefined;
};

/** Reads what to do; 'list' for the list. @throws UsageError */
export function wishOf(values: Values, positionals: readonly string[]): PaymentAct | 'list' {
  const [act, reference, ...more] = positionals;
  if (act === undefined) throw new UsageError('Name what to do: list, grant, refund or resolve.');
  if (more.length > 0) throw new UsageError(`Unknown argument: ${more.join(' ')}`);
  if (act === 'list') {
    refuseOthers(values, ['json']);
    if (reference !== undefined) throw new UsageError('list takes no reference.');
    return 'list';
  }
  if (!['grant', 'refund', 'resolve'].includes(act)) throw new UsageError(`Unknown act: ${act}`);
  if (!reference) throw new UsageError('The reference of the payment is missing.');
  const { admin = '', note = '' } = values;
  if (!/^[\w.-]{1,64}$/.test(admin)) throw new UsageError('--admin is missing or not a name.');
  const by = { reference, admin };
  if (act === 'grant') {
    refuseOthers(values, ['admin', 'note']);
    return { ...by, act: 'grant', note };
  }
  if (act === 'refund') {
    refuseOthers(values, ['admin', 'amount']);
    return { ...by, act: 'refund', amount: amountOf(values.amount) };
  }
  return { ...by, ...resolutionOf(reference, values, note) };
}

/** The ids of the provider's events; our references are UUIDs. */
const STRIPE_EVENT = /^evt_/;

function resolutionOf(reference: string, values: Values, note: string) {
  const { decline, dismiss, warnings, dispute: disputeId, keep = false, revoke = false } = values;
  if ([decline, dismiss, warnings, disputeId].filter((way) => way !== undefined).length !== 1) {
    throw new UsageError('resolve takes one of --decline, --dismiss, --warnings and --dispute.');
  }
  if (disputeId !== undefined) {
    refuseOthers(values, ['admin', 'dispute', 'keep', 'revoke', 'note']);
    if (keep === revoke) throw new UsageError('--dispute takes either --keep or --revoke.');
    return { act: 'dispute', disputeId, boost: keep ? 'kept' : 'revoked', note } as const;
  }
  if (decline !== undefined) {
    refuseOthers(values, ['admin', 'decline']);
    if (decline.trim() === '') throw new UsageError('--decline needs a reason: the buyer reads it.');
    return { act: 'decline', reason: decline } as const;
  }
  const option = warnings === undefined ? 'dismiss' : 'warnings';
  refuseOthers(values, ['admin', option]);
  const why = (warnings ?? dismiss ?? '').trim();
  if (why === '') throw new UsageError(`--${option} needs a reason: it stands in the event log.`);
  if (warnings !== undefined) return { act: 'dismiss warnings', note: why } as const;
  return { act: STRIPE_EVENT.test(reference) ? 'dismiss event' : 'dismiss', note: why } as const;
}

function amountOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new UsageError('--amount is a whole number of the smallest unit, such as 199 for USD 1.99.');
}

function refuseOthers(values: Values, allowed: readonly Option[]): void {
  const wrong = (Object.keys(values) as Option[]).find((option) => !allowed.includes(option));
  if (wrong !== undefined) throw new UsageError(`--${wrong} does not belong here.`);
}
