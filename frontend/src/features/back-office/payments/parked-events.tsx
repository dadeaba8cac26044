import { Link } from '@tanstack/react-router';
import { api } from '../../../api/client.ts';
import { acted, pathOf } from '../acts/act.ts';
import { askWords } from '../acts/ask.tsx';
import { minute, table } from '../table/table.tsx';
import { TablePage } from '../table/TablePage.tsx';
import { PaymentTabs } from './PaymentTabs.tsx';

/** Events of Stripe that could not be acted on. */
const parkedEvents = table('payments/parked-events', {
  noun: 'event',
  plural: 'parked events',
  title: 'Parked Events',
  intro: 'Events of Stripe that could not be acted on, the oldest first.',
  top: <PaymentTabs />,
  nameOf: ({ id, eventType }) => `${eventType} ${id}`,
  subject: 'stripe',
  columns: {
    eventType: ['Type', ({ eventType }) => eventType],
    id: ['Event', ({ id }) => <code className="[overflow-wrap:anywhere] select-all">{id}</code>],
    objectId: [
      'About',
      ({ objectId }) =>
        objectId && (
          <Link
            to="/rtm-sys/payments"
            search={{ search: objectId }}
            className="text-link [overflow-wrap:anywhere]"
          >
            {objectId}
          </Link>
        ),
    ],
    reason: ['Why', ({ reason }) => reason],
    parkedAt: ['Parked', minute('parkedAt')],
  },
  acts: [
    {
      name: 'Dismiss',
      done: 'dismissed',
      only: 'row',
      key: 'd',
      about: 'It is settled without effect. Reconciliation still compares what it was about.',
      ask: askWords((event, reason) =>
        acted(
          api.POST('/api/rtm-sys/payments/parked-events/{id}/dismiss', {
            ...pathOf(event),
            body: { reason },
          }),
        ),
      ),
    },
  ],
});

export const ParkedEvents = () => <TablePage of={parkedEvents} />;
