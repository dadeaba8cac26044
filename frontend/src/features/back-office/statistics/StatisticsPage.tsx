import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Button } from '../../../components/Button.tsx';
import { barTab, PageTitle } from '../layout/page.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { CountsPart } from './CountsPart.tsx';
import { type Part, parts, partsOf, type Range, rangeOf } from './figures.tsx';
import { FunnelPart, RetentionPart } from './GrowthParts.tsx';
import { JudgesPart, TimesPart } from './QualityParts.tsx';

/** What the log recorded, by day or week. */
export function Statistics() {
  const search = useSearch({ from: '/rtm-sys/statistics' });
  const { data: admin } = useQuery(adminQuery);
  const open = partsOf(admin?.role);
  const part = open.find((one) => one === search.part) ?? open[0];
  if (part === undefined) return null;
  const range = rangeOf(search);
  return (
    <>
      <PageTitle intro="What the event log recorded. Days are in UTC, weeks begin on Monday.">
        Statistics
      </PageTitle>
      <nav aria-label="Statistics" className="mb-5 flex flex-wrap gap-2">
        {open.map((one) => (
          <Button key={one} asChild look="secondary" className={barTab}>
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
      <Figured part={part} range={range} />
      {admin?.role === 'moderator' && (
        <p className="mt-5 text-[0.9375rem] text-soft">
          The audit trail shows you no lines about posts under legal hold. They are counted here.
        </p>
      )}
    </>
  );
}

function Figured({ part, range }: { part: Part; range: Range }) {
  switch (part) {
    case 'funnel':
      return <FunnelPart range={range} />;
    case 'retention':
      return <RetentionPart range={range} />;
    case 'times':
      return <TimesPart range={range} />;
    case 'judges':
      return <JudgesPart range={range} />;
    default:
      return <CountsPart part={part} range={range} />;
  }
}
