import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { AdminBoost } from '../../../api/generated/schema.d.ts';
import { Button } from '../../../components/Button.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Tag, type TagLook } from '../../../components/Tag.tsx';
import { toastFailure } from '../../../components/toast.ts';
import { WrappedName } from '../../../components/WrappedName.tsx';
import { formatMinute } from '../../../lib/dates.ts';
import { formatMoney } from '../../../lib/money.ts';
import { DELETED_ACCOUNT } from '../../../lib/wording.ts';
import { type List, pageOf } from '../table/list.ts';
import { rowButton } from '../table/menu-item.ts';

export const stateNames: Readonly<Record<AdminBoost['state'], string>> = {
  unclaimed: 'Unclaimed',
  active: 'Active',
  held: 'Held',
  ended: 'Ended',
  revoked: 'Revoked',
};

const looks: Readonly<Record<AdminBoost['state'], TagLook>> = {
  unclaimed: 'plain',
  active: 'good',
  held: 'attention',
  ended: 'plain',
  revoked: 'danger',
};

const typeNames = { regular: 'Regular', mega: 'Mega' } as const;

export const boosts: List<AdminBoost> = {
  name: 'boosts',
  plural: 'boosts',
  hasFile: true,
  searchLabel: 'Search by name',
  defaultSort: '-createdAt',
  filters: [
    { key: 'state', label: 'State', options: Object.entries(stateNames) },
    { key: 'boostType', label: 'Type', options: Object.entries(typeNames) },
  ],
  idFilters: [
    { key: 'owner', label: 'Bought by one person' },
    { key: 'post', label: 'On one post' },
  ],
  idOf: ({ id }) => id,
  subjectOf: ({ id }) => ({ kind: 'boost', id }),
  nameOf: ({ boostType, username }) => `the ${boostType} boost of ${username ?? 'a deleted account'}`,
  read: (query) => pageOf(api.GET('/api/rtm-sys/boosts', { params: { query } })),
  columns: [
    {
      id: 'username',
      label: 'Bought by',
      cell: ({ username }) => <WrappedName>{username ?? DELETED_ACCOUNT}</WrappedName>,
    },
    { id: 'boostType', label: 'Type', cell: ({ boostType }) => typeNames[boostType] },
    {
      id: 'state',
      label: 'State',
      cell: ({ state }) => <Tag look={looks[state]}>{stateNames[state]}</Tag>,
    },
    {
      id: 'price',
      label: 'Price',
      isNumber: true,
      cell: (boost) => <PriceOf boost={boost} />,
    },
    {
      id: 'post',
      label: 'Post',
      cell: ({ postId }) =>
        postId === null ? (
          '–'
        ) : (
          <Link to="/rtm-sys/post/$id" params={{ id: postId }} className="text-link">
            Open
          </Link>
        ),
    },
    {
      id: 'createdAt',
      label: 'Paid',
      isSortable: true,
      cell: ({ createdAt }) => <RelativeTime iso={createdAt} className="whitespace-nowrap" />,
    },
    {
      id: 'expiresAt',
      label: 'Ends',
      cell: ({ expiresAt }) => (expiresAt === null ? '–' : formatMinute(expiresAt)),
    },
    {
      id: 'paymentIntent',
      label: 'PaymentIntent',
      isOptional: true,
      cell: ({ stripePaymentIntentId }) => stripePaymentIntentId ?? '–',
    },
  ],
};

/** What was paid, which leads to the payment. Moderators see neither. */
function PriceOf({ boost: { id, price } }: { boost: AdminBoost }) {
  if (price === null) return '–';
  const text = formatMoney(price);
  return (
    <Link
      to="/rtm-sys/payment/$id"
      params={{ id }}
      aria-label={`Open the payment of ${text}`}
      className="text-link"
    >
      {text}
    </Link>
  );
}

/** Opens the receipt of a boost at the payment provider, in a new tab. */
export function ReceiptButton({ boost }: { boost: AdminBoost }) {
  const [isBusy, setBusy] = useState(false);
  const open = async (): Promise<void> => {
    setBusy(true);
    try {
      const { receiptUrl } = await bodyOf(
        api.GET('/api/rtm-sys/boosts/{id}/receipt', { params: { path: { id: boost.id } } }),
      );
      window.open(receiptUrl, '_blank', 'noopener');
    } catch (error) {
      toastFailure('Failed to fetch receipt', messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  if (boost.price === null) return null;
  return (
    <Button
      look="secondary"
      className={rowButton}
      busy={isBusy}
      aria-label={`Receipt of ${boosts.nameOf(boost)}`}
      onClick={() => void open()}
    >
      <ReceiptText aria-hidden className="size-4" />
      Receipt
    </Button>
  );
}
