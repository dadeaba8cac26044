import type { OwnPayment } from '../../api/generated/schema.d.ts';
import { counted, plural } from '../../lib/wording.ts';

type Status = OwnPayment['status'];

const unsettled: ReadonlySet<Status> = new Set(['pending', 'parked']);

/** What a person loses with the account: unused and running boosts, open payments and disputes; each a sentence. */
export function lossesOf(
  unusedCount: number,
  payments: readonly Pick<OwnPayment, 'status' | 'boost'>[],
): string[] {
  const running = payments.filter(({ boost }) => boost?.state === 'active' || boost?.state === 'held').length;
  const open = payments.filter(({ status }) => unsettled.has(status)).length;
  const disputed = payments.filter(({ status }) => status === 'disputed').length;
  return [
    ...(unusedCount > 0
      ? [
          `You lose ${counted(unusedCount, 'unused boost')}. If you want your money back, request the refund before.`,
        ]
      : []),
    ...(running > 0
      ? [`You lose the rest of ${counted(running, 'boost')} that ${plural(running, 'is', 'are')} not over.`]
      : []),
    ...(open > 0
      ? [
          `${counted(open, 'payment')} ${plural(open, 'is', 'are')} not settled. What is confirmed after the deletion brings no boost; we refund it.`,
        ]
      : []),
    ...(disputed > 0
      ? [
          `${counted(disputed, 'payment')} ${plural(disputed, 'is', 'are')} disputed. The dispute goes on without your account.`,
        ]
      : []),
  ];
}
