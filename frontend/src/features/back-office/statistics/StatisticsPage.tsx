import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { Statistics } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { PageTitle } from '../layout/PageTitle.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { barButton } from '../table/menu-item.ts';
import { CountsPart } from './CountsPart.tsx';
import { RangeForm } from './RangeForm.tsx';
import { type Part, parts, partsOf } from './parts.ts';
import { rangeOf } from './range.ts';

/** What the log recorded, by day or week. */
export function StatisticsPage() {
  const search = useSearch({ from: '/rtm-sys/statistics' });
  const { data: admin } = useQuery(adminQuery);
  const open = partsOf(admin?.role);
  const part = open.find((one) => one === search.part) ?? open[0];
  if (part === undefined) return null;
  const range = rangeOf(search);
  return (
    <>
      <PageTitle intro="What the event log recorded, when it happened: what was undone or deleted later stays counted. Days are in UTC, weeks begin on Monday. Each number leads to its lines in the audit trail.">
        Statistics
      </PageTitle>
      <nav aria-label="Statistics" className="mb-5 flex flex-wrap gap-2">
        {open.map((one) => (
          <Button
            key={one}
            asChild
            look="secondary"
            className={`${barButton} aria-[current=page]:bg-ink aria-[current=page]:text-paper forced-colors:aria-[current=page]:system-chosen`}
          >
            <Link
              to="/rtm-sys/statistics"
              search={{ ...search, part: one }}
              activeProps={{}}
              aria-current={one === part ? 'page' : undefined}
            >
              {parts[one].text}
            </Link>
          </Button>
        ))}
      </nav>
      <Counts part={part} range={range} />
      {admin?.role === 'moderator' && (
        <p className="mt-5 text-[0.9375rem] text-soft">
          The audit trail shows you no lines about posts under legal hold. They are counted here.
        </p>
      )}
    </>
  );
}

function Counts({ part, range }: { part: Part; range: ReturnType<typeof rangeOf> }) {
  const { data, error } = useQuery({
    queryKey: queryKeys.backOffice.list('statistics', { ...range }),
    // The generated client knows JSON answers only.
    queryFn: () =>
      bodyOf(api.GET('/api/rtm-sys/statistics', { params: { query: range } })) as Promise<Statistics>,
  });
  const csv = `/api/rtm-sys/statistics?${new URLSearchParams({ ...range, format: 'csv' })}`;
  return (
    <>
      <RangeForm part={part} range={range} csv={csv} hasDays />
      {error && <Notice look="danger">{messageOf(error, 'The statistics could not be loaded.')}</Notice>}
      {data && <CountsPart part={part} by={range.by} statistics={data} />}
    </>
  );
}
