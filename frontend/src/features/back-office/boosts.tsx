import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import type { AdminBoost } from '../../api/generated/schema.d.ts';
import { Button } from '../../components/Button.tsx';
import { toastFailure } from '../../components/toast.ts';
import { formatMoney } from '../../lib/money.ts';
import { pathOf } from './acts/act.ts';
import { PersonLink } from './entity-links/EntityLinks.tsx';
import { rowButton } from './layout/page.tsx';
import { minute, openPost, statuses, table, when } from './table/table.tsx';
import { TablePage } from './table/TablePage.tsx';

export const boostState = statuses<AdminBoost['state']>({
  unclaimed: ['Unclaimed', 'plain'],
  active: ['Active', 'good'],
  held: ['Held', 'attention'],
  ended: ['Ended', 'plain'],
  revoked: ['Revoked', 'danger'],
});

const typeNames = { regular: 'Regular', mega: 'Mega' } as const;

const nameOf = ({ boostType, username }: AdminBoost): string =>
  `the ${boostType} boost of ${username ?? 'a deleted account'}`;

/** Opens the receipt of a boost at the payment provider, in a new tab. */
function ReceiptButton({ boost }: { boost: AdminBoost }) {
  const [isBusy, setBusy] = useState(false);
  const open = async (): Promise<void> => {
    setBusy(true);
    try {
      const { receiptUrl } = await bodyOf(api.GET('/api/rtm-sys/boosts/{id}/receipt', pathOf(boost)));
      window.open(receiptUrl, '_blank', 'noopener');
    } catch (error) {
      toastFailure('Failed to fetch receipt', messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      look="secondary"
      className={rowButton}
      busy={isBusy}
      aria-label={`Receipt of ${nameOf(boost)}`}
      onClick={() => void open()}
    >
      <ReceiptText aria-hidden className="size-4" />
      Receipt
    </Button>
  );
}

const boosts = table('boosts', {
  noun: 'boost',
  hasTabs: true,
  nameOf,
  subject: 'boost',
  search: 'Search by name',
  sort: '-createdAt',
  hasFile: true,
  filters: { state: ['State', boostState.names], boostType: ['Type', typeNames] },
  links: { owner: 'Bought by one person', post: 'On one post' },
  columns: {
    username: ['Bought by', ({ userId, username }) => <PersonLink id={userId} name={username} />],
    boostType: ['Type', ({ boostType }) => typeNames[boostType]],
    state: ['State', ({ state }) => boostState.tag(state)],
    price: [
      'Price',
      // What was paid leads to the payment. Moderators see neither.
      ({ id, price }) =>
        price && (
          <Link
            to="/rtm-sys/payment/$id"
            params={{ id }}
            aria-label={`Open the payment of ${formatMoney(price)}`}
            className="text-link"
          >
            {formatMoney(price)}
          </Link>
        ),
      'number',
    ],
    post: ['Post', openPost],
    createdAt: ['Paid', when('createdAt'), 'sortable'],
    expiresAt: ['Ends', minute('expiresAt')],
    paymentIntent: ['PaymentIntent', ({ stripePaymentIntentId }) => stripePaymentIntentId, 'optional'],
  },
  more: (boost) => boost.price && <ReceiptButton boost={boost} />,
});

export const Boosts = () => <TablePage of={boosts} />;
