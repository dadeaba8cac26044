import { isolated } from '@footnote/backend/shared/isolated.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { api } from '../../../api/client.ts';
import type { Rater } from '../../../api/generated/schema.d.ts';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { formatShortDate } from '../../../lib/dates.ts';
import { DELETED_ACCOUNT } from '../../../lib/wording.ts';
import { PageTitle } from '../layout/page.tsx';
import { type List, pageOf } from '../table/list.ts';
import { ListView } from '../table/ListView.tsx';
import { ringsQuery, signalNames } from './raters.queries.ts';

const raters: List<Rater> = {
  name: 'raters',
  plural: 'raters',
  filters: [{ key: 'signal', label: 'Signal', options: Object.entries(signalNames) }],
  idOf: ({ id }) => id,
  subjectOf: ({ id }) => ({ kind: 'person', id }),
  nameOf: ({ name }) => isolated(name ?? DELETED_ACCOUNT),
  read: (query) => pageOf(api.GET('/api/rtm-sys/raters', { params: { query } })),
  opens: ({ id }) => ({ to: '/rtm-sys/rater/$id', params: { id } }),
  columns: [
    {
      id: 'name',
      label: 'Person',
      cell: ({ id, name }) => (
        <Link to="/rtm-sys/rater/$id" params={{ id }} className="text-link">
          {name ?? DELETED_ACCOUNT}
        </Link>
      ),
    },
    {
      id: 'signals',
      label: 'Signals',
      cell: ({ signals, excludedBy }) => (
        <span className="flex flex-wrap gap-1.5">
          {excludedBy !== null && <Tag look="danger">Excluded</Tag>}
          {signals.map((signal) => (
            <Tag key={signal} look="attention">
              {signalNames[signal]}
            </Tag>
          ))}
        </span>
      ),
    },
    { id: 'ratings', label: 'Ratings', isNumber: true, cell: ({ ratings }) => ratings },
    { id: 'extremes', label: '0 or 10', isNumber: true, cell: ({ extremes }) => extremes },
    {
      id: 'registeredAt',
      label: 'Registered',
      cell: ({ registeredAt }) => (registeredAt ? formatShortDate(registeredAt) : 'Unknown'),
    },
    {
      id: 'lastRatedAt',
      label: 'Last rated',
      cell: ({ lastRatedAt }) => (lastRatedAt ? <RelativeTime iso={lastRatedAt} /> : 'Never'),
    },
  ],
};

function Rings() {
  const { data: rings = [] } = useQuery(ringsQuery);
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
                <Link to="/rtm-sys/rater/$id" params={{ id }} className="text-link">
                  {name ?? DELETED_ACCOUNT}
                </Link>
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** People whose ratings may have been given to move the board. */
export function Raters() {
  return (
    <>
      <PageTitle intro="People whose ratings may have been given to move the board. A signal is no proof: look at the evidence.">
        Raters
      </PageTitle>
      <ListView list={raters} />
      <Rings />
    </>
  );
}
