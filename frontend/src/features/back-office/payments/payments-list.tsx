import { Link } from '@tanstack/react-router';
import { api } from '../../../api/client.ts';
import type { AdminPayment } from '../../../api/generated/schema.d.ts';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Tag, type TagLook } from '../../../components/Tag.tsx';
import { WrappedName } from '../../../components/WrappedName.tsx';
import { formatMoney } from '../../../lib/money.ts';
import { type List, pageOf } from '../table/list.ts';

const states: Readonly<Record<AdminPayment['state'], readonly [name: string, look: TagLook]>> = {
  started: ['Started', 'plain'],
  pending: ['Pending', 'plain'],
  paid: ['Paid', 'good'],
  failed: ['Failed', 'plain'],
  expired: ['Expired', 'plain'],
  parked: ['Parked', 'attention'],
  disputed: ['Disputed', 'danger'],
  'charged back': ['Charged back', 'danger'],
  refunded: ['Refunded', 'plain'],
  suspected: ['Suspected of fraud', 'danger'],
  'refund requested': ['Refund requested', 'attention'],
  'partly refunded': ['Partly refunded', 'plain'],
};

const kinds = { boost: 'Boost', donation: 'Donation' } as const;

/** What was bought, such as "Mega boost". */
export function boughtIn({ kind, boostType }: Pick<AdminPayment, 'kind' | 'boostType'>): string {
  if (boostType === null) return kinds[kind];
  return boostType === 'mega' ? 'Mega boost' : 'Regular boost';
}

export function buyerOf({ username, userId }: Pick<AdminPayment, 'username' | 'userId'>): string {
  return username ?? (userId === null ? 'Without an account' : 'Deleted account');
}

export function StateTag({ state }: Pick<AdminPayment, 'state'>) {
  const [name, look] = states[state];
  return <Tag look={look}>{name}</Tag>;
}

function nameOf(payment: AdminPayment): string {
  return `the payment of ${formatMoney(payment.price)} by ${buyerOf(payment)}`;
}

export const payments: List<AdminPayment> = {
  name: 'payments',
  plural: 'payments',
  hasFile: true,
  searchLabel: 'Find by a Stripe id',
  defaultSort: '-startedAt',
  filters: [
    { key: 'state', label: 'State', options: Object.entries(states).map(([key, [name]]) => [key, name]) },
    { key: 'kind', label: 'Kind', options: Object.entries(kinds) },
    {
      key: 'needsAdmin',
      label: 'Work',
      options: [
        ['true', 'Waits for an admin'],
        ['false', 'Waits for nobody'],
      ],
    },
  ],
  idFilters: [{ key: 'userId', label: 'Person' }],
  rangeFilters: ['from', 'to', 'amountFrom', 'amountTo'],
  idOf: ({ id }) => id,
  subjectOf: ({ id }) => ({ kind: 'payment', id }),
  nameOf,
  // The address has texts; the server reads the numbers in them.
  read: (query) => pageOf(api.GET('/api/rtm-sys/payments', { params: { query: query as object } })),
  opens: ({ id }) => ({ to: '/rtm-sys/payment/$id', params: { id } }),
  columns: [
    {
      id: 'bought',
      label: 'Bought',
      cell: (payment) => (
        <Link
          to="/rtm-sys/payment/$id"
          params={{ id: payment.id }}
          aria-label={`Open ${nameOf(payment)}: ${boughtIn(payment)}`}
          className="font-semibold text-link"
        >
          {boughtIn(payment)}
        </Link>
      ),
    },
    { id: 'state', label: 'State', cell: ({ state }) => <StateTag state={state} /> },
    { id: 'price', label: 'Amount', isNumber: true, cell: ({ price }) => formatMoney(price) },
    {
      id: 'refunded',
      label: 'Refunded',
      isNumber: true,
      isOptional: true,
      cell: ({ refunded: amount, price: { currency } }) =>
        amount === 0 ? '–' : formatMoney({ amount, currency }),
    },
    {
      id: 'buyer',
      label: 'Person',
      cell: (payment) =>
        payment.userId === null ? (
          buyerOf(payment)
        ) : (
          <Link to="/rtm-sys/payments" search={{ userId: payment.userId }} className="text-link">
            <WrappedName>{buyerOf(payment)}</WrappedName>
          </Link>
        ),
    },
    {
      id: 'startedAt',
      label: 'Started',
      isSortable: true,
      cell: ({ startedAt }) => <RelativeTime iso={startedAt} className="whitespace-nowrap" />,
    },
    {
      id: 'paymentIntent',
      label: 'PaymentIntent',
      isOptional: true,
      cell: ({ paymentIntentId }) => paymentIntentId ?? '–',
    },
  ],
};
