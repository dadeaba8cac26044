import { Link } from '@tanstack/react-router';
import { api } from '../../../api/client.ts';
import type { AdminReconciliation } from '../../../api/generated/schema.d.ts';
import { formatMinute } from '../../../lib/dates.ts';
import { formatWhole } from '../../../lib/wording.ts';
import { type List, pageOf } from '../table/list.ts';

/** The comparisons of Stripe with the event log. */
export const reconciliations: List<AdminReconciliation> = {
  name: 'payments/reconciliation',
  plural: 'comparisons',
  filters: [],
  idOf: ({ id }) => id,
  nameOf: ({ at }) => `the comparison of ${formatMinute(at)}`,
  read: (query) => pageOf(api.GET('/api/rtm-sys/payments/reconciliation', { params: { query } })),
  opens: ({ id }) => ({ to: '/rtm-sys/payments/reconciliation/$id', params: { id } }),
  columns: [
    {
      id: 'at',
      label: 'When',
      cell: ({ id, at }) => (
        <Link to="/rtm-sys/payments/reconciliation/$id" params={{ id }} className="font-semibold text-link">
          {formatMinute(at)}
        </Link>
      ),
    },
    { id: 'since', label: 'Since', cell: ({ since }) => formatMinute(since) },
    {
      id: 'compared',
      label: 'Compared',
      isNumber: true,
      cell: ({ compared }) => formatWhole(Object.values(compared).reduce((sum, count) => sum + count, 0)),
    },
    {
      id: 'differences',
      label: 'Differences',
      isNumber: true,
      cell: ({ differences }) => formatWhole(differences),
    },
    { id: 'pending', label: 'Too young', isNumber: true, cell: ({ pending }) => formatWhole(pending) },
    { id: 'mode', label: 'Mode', cell: ({ mode }) => mode },
    {
      id: 'trail',
      label: 'Audit trail',
      cell: ({ at }) => (
        <Link
          to="/rtm-sys/audit"
          search={{ action: 'ReconciliationRun', from: at, to: at }}
          aria-label={`Its event in the audit trail, ${formatMinute(at)}`}
          className="text-link"
        >
          Its event
        </Link>
      ),
    },
  ],
};
