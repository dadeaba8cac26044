import { Link } from '@tanstack/react-router';
import { api } from '../../../api/client.ts';
import type { ParkedEvent } from '../../../api/generated/schema.d.ts';
import { formatMinute } from '../../../lib/dates.ts';
import { type Act, withoutUndo } from '../acts/act.ts';
import { askWords } from '../acts/ask.tsx';
import { type List, pageOf } from '../table/list.ts';

/** Events of Stripe that could not be acted on. */
export const parkedEvents: List<ParkedEvent> = {
  name: 'payments/parked-events',
  plural: 'parked events',
  filters: [],
  idOf: ({ id }) => id,
  subjectOf: ({ id }) => ({ kind: 'stripe', id }),
  nameOf: ({ id, eventType }) => `${eventType} ${id}`,
  read: (query) => pageOf(api.GET('/api/rtm-sys/payments/parked-events', { params: { query } })),
  columns: [
    { id: 'eventType', label: 'Type', cell: ({ eventType }) => eventType },
    {
      id: 'id',
      label: 'Event',
      cell: ({ id }) => <code className="[overflow-wrap:anywhere] select-all">{id}</code>,
    },
    {
      id: 'objectId',
      label: 'About',
      cell: ({ objectId }) =>
        objectId === null ? (
          '–'
        ) : (
          <Link
            to="/rtm-sys/payments"
            search={{ search: objectId }}
            className="text-link [overflow-wrap:anywhere]"
          >
            {objectId}
          </Link>
        ),
    },
    { id: 'reason', label: 'Why', cell: ({ reason }) => reason },
    { id: 'parkedAt', label: 'Parked', cell: ({ parkedAt }) => formatMinute(parkedAt) },
  ],
};

export const parkedEventActs = {
  dismiss: {
    name: 'Dismiss',
    done: 'dismissed',
    only: 'row',
    key: 'd',
    about: 'It is settled without effect. Reconciliation still compares what it was about.',
    ask: askWords(({ id }, reason) =>
      withoutUndo(
        api.POST('/api/rtm-sys/payments/parked-events/{id}/dismiss', {
          params: { path: { id } },
          body: { reason },
        }),
      ),
    ),
  },
} satisfies Record<string, Act<ParkedEvent>>;
