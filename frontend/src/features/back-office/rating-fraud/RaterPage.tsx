import { isolated } from '@footnote/backend/shared/isolated.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { formatMinute, formatShortDate } from '../../../lib/dates.ts';
import { DELETED_ACCOUNT } from '../../../lib/wording.ts';
import { pathOf } from '../acts/act.ts';
import { useActs } from '../acts/use-acts.tsx';
import { PersonLink, TrailLink } from '../entity-links/EntityLinks.tsx';
import { BackLink, Facts, PageTitle } from '../layout/page.tsx';
import { excludingOf } from './exclude.tsx';
import { signalNames } from './raters.tsx';

const seconds = (count: number | null): string | null => (count === null ? null : `${count} s`);

export function RaterPage() {
  const { id } = useParams({ from: '/rtm-sys/rater/$id' });
  const { data: rater, error } = useQuery({
    queryKey: queryKeys.backOffice.rater(id),
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/raters/{id}', pathOf({ id }))),
    refetchOnMount: 'always',
  });
  const { begin, dialogs } = useActs<string | null>('rating');
  if (error) return <Notice look="danger">{messageOf(error, 'The person could not be loaded.')}</Notice>;
  if (!rater) return <PageTitle>Rater</PageTitle>;
  const excluding = excludingOf(id);
  return (
    <div className="max-w-reading">
      <BackLink to="/rtm-sys/raters">Raters</BackLink>
      <PageTitle>
        <PersonLink id={id} name={rater.name} />
      </PageTitle>
      <div className="space-y-6">
        <Section title="Evidence">
          <div className="mb-5 flex flex-wrap gap-1.5">
            {rater.excludedBy !== null && <Tag look="danger">All ratings excluded</Tag>}
            {rater.signals.map((signal) => (
              <Tag key={signal} look="attention">
                {signalNames[signal]}
              </Tag>
            ))}
          </div>
          <Facts
            facts={[
              ['Registered', rater.registeredAt && formatShortDate(rater.registeredAt)],
              ['Ratings', rater.ratings],
              ['Of these 0 or 10', rater.extremes],
              ['In the first 7 days', rater.earlyRatings],
              ['Of these for one person', rater.earlyForOne],
              ['Shortest time for ten posts they chose', seconds(rater.tenRatingsInSeconds)],
              ['For ten photos that they were served', seconds(rater.tenServedInSeconds)],
              [
                'Others in the ring',
                rater.ring.length > 0 && (
                  <span key="ring" className="flex flex-wrap gap-x-3">
                    {rater.ring.map(({ id: memberId, name }) => (
                      <PersonLink key={memberId} id={memberId} name={name} />
                    ))}
                  </span>
                ),
              ],
            ]}
          />
          <div className="mt-5 flex flex-wrap gap-3">
            {rater.excludedBy === null && (
              <Button look="danger" onClick={() => begin(excluding, [null])}>
                Exclude All Ratings…
              </Button>
            )}
            <TrailLink isWide subject={{ kind: 'person', id }} name="this person" />
          </div>
        </Section>
        <Section title="Whom They Rated Most">
          <ul className="divide-y divide-rule border-y border-rule">
            {rater.mostRated.map(({ id: personId, name, count, average }) => (
              <li key={personId} className="flex justify-between gap-4 py-2">
                <PersonLink id={personId} name={name} />
                <span>
                  {count} × · average {average}
                </span>
              </li>
            ))}
          </ul>
        </Section>
        <Section title="Ratings">
          <ul className="divide-y divide-rule border-y border-rule">
            {rater.given.map(({ postId, owner, score, ratedAt, counts }) => (
              <li key={postId} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                <strong className="w-8 text-right">{score}</strong>
                <span className="min-w-0 grow">
                  <Link to="/rtm-sys/post/$id" params={{ id: postId }} className="text-link">
                    Post by {owner.name ?? DELETED_ACCOUNT}
                  </Link>
                  <span className="block text-sm text-soft">{formatMinute(ratedAt)}</span>
                </span>
                {counts ? (
                  <Button
                    look="quiet"
                    className="min-h-10 px-3"
                    aria-label={`Exclude the rating of ${score} for ${isolated(owner.name ?? DELETED_ACCOUNT)}`}
                    onClick={() => begin(excluding, [postId])}
                  >
                    Exclude…
                  </Button>
                ) : (
                  <Tag look="danger">Excluded</Tag>
                )}
              </li>
            ))}
          </ul>
        </Section>
      </div>
      {dialogs}
    </div>
  );
}
