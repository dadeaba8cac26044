import { isolated } from '@footnote/backend/shared/isolated.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import type { Rater } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { formatShortDate } from '../../../lib/dates.ts';
import { DELETED_ACCOUNT } from '../../../lib/wording.ts';
import { PersonLink } from '../entity-links/EntityLinks.tsx';
import { table } from '../table/table.tsx';
import { TablePage } from '../table/TablePage.tsx';

/** What can be suspicious about a rater, in words. */
export const signalNames: Readonly<Record<Rater['signals'][number], string>> = {
  onePerson: 'New, rates one person',
  extremes: 'Always 0 or 10',
  burst: 'Many ratings in a short time',
  oneScore: 'One score again and again',
  harsh: 'Far below the others',
};

/** People who rate each other high, several times each. */
function Rings() {
  const { data: rings = [] } = useQuery({
    queryKey: queryKeys.backOffice.rings,
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/rings')),
    refetchOnMount: 'always',
  });
  if (rings.length === 0) return null;
  return (
    <section aria-labelledby="rings" className="mt-10">
      <h2 id="rings" className="text-2xl">
        Rings
      </h2>
      <p className="mt-1 text-soft">People who rate each other high, several times each.</p>
      <ul className="mt-4 divide-y divide-rule border-y border-rule">
        {rings.map(({ members }) => (
          <li key={members.map(({ id }) => id).join()} className="py-2.5">
            {members.map(({ id, name }, index) => (
              <Fragment key={id}>
                {index > 0 && ' · '}
                <PersonLink id={id} name={name} />
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** People whose ratings may have been given to move the board. */
const raters = table('raters', {
  noun: 'rater',
  intro:
    'People whose ratings may have been given to move the board. A signal is no proof: look at the evidence.',
  bottom: <Rings />,
  nameOf: ({ name }) => isolated(name ?? DELETED_ACCOUNT),
  subject: 'person',
  filters: { signal: ['Signal', signalNames] },
  opens: ({ id }) => ({ to: '/rtm-sys/rater/$id', params: { id } }),
  columns: {
    name: [
      'Person',
      ({ id, name }) => (
        <>
          <PersonLink id={id} name={name} />
          <Link
            to="/rtm-sys/rater/$id"
            params={{ id }}
            aria-label={`Evidence about ${isolated(name ?? DELETED_ACCOUNT)}`}
            className="block min-h-6 w-fit text-sm text-link"
          >
            Evidence
          </Link>
        </>
      ),
    ],
    signals: [
      'Signals',
      ({ signals, excludedBy }) => (
        <span className="flex flex-wrap gap-1.5">
          {excludedBy !== null && <Tag look="danger">Excluded</Tag>}
          {signals.map((signal) => (
            <Tag key={signal} look="attention">
              {signalNames[signal]}
            </Tag>
          ))}
        </span>
      ),
    ],
    ratings: ['Ratings', ({ ratings }) => ratings, 'number'],
    extremes: ['0 or 10', ({ extremes }) => extremes, 'number'],
    registeredAt: [
      'Registered',
      ({ registeredAt }) => (registeredAt ? formatShortDate(registeredAt) : 'Unknown'),
    ],
    lastRatedAt: [
      'Last rated',
      ({ lastRatedAt }) => (lastRatedAt ? <RelativeTime iso={lastRatedAt} /> : 'Never'),
    ],
  },
});

export const Raters = () => <TablePage of={raters} />;
