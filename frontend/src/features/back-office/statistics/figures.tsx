import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode, SubmitEvent } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { paths, Period } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import type { Point } from '../../../components/BarsOverTime.tsx';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { apart } from '../../../components/on-demand.tsx';
import { Tag } from '../../../components/Tag.tsx';
import type { ListSearch } from '../../../lib/list-search.ts';
import type { AdminRole } from '../layout/sections.ts';
import type { Column } from '../table/table.tsx';
import { DownloadLink } from '../table/Toolbar.tsx';

const DAY_MS = 86_400_000;

/** The days of the statistics, in UTC, and how they are grouped. */
export interface Range {
  from: string;
  to: string;
  by: 'day' | 'week';
}

/** The day in UTC that is so many days ago. */
function dayAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

/** The last days up to today, by day or by week. */
function lastDays(days: number, by: Range['by']): Range {
  return { from: dayAgo(days - 1), to: dayAgo(0), by };
}

/** The range of the address; the last 30 days by day if it has none. */
export function rangeOf({ from, to, by }: ListSearch): Range {
  const usual = lastDays(30, 'day');
  return { from: from ?? usual.from, to: to ?? usual.to, by: by === 'week' ? 'week' : 'day' };
}

const owners: readonly AdminRole[] = ['owner'];
const moderators: readonly AdminRole[] = ['moderator', 'owner'];
const finance: readonly AdminRole[] = ['finance', 'owner'];

/** The parts of the statistics, and the roles to which the server gives them. */
export const parts = {
  people: { text: 'People', roles: owners },
  content: { text: 'Content', roles: moderators },
  moderation: { text: 'Moderation', roles: moderators },
  money: { text: 'Money', roles: finance },
  funnel: { text: 'How They Came In', roles: owners },
  retention: { text: 'Retention', roles: owners },
  times: { text: 'Moderation Times', roles: moderators },
  judges: { text: 'AI Scores', roles: moderators },
} as const;

export type Part = keyof typeof parts;

/** The parts that an admin with this role sees. */
export function partsOf(role: AdminRole | undefined): Part[] {
  return (Object.keys(parts) as Part[]).filter(
    (part) => role !== undefined && parts[part].roles.includes(role),
  );
}

/** The column with the day or the week of a row, and whether it is over. */
export const periodColumn = (by: Range['by']): Column<Period> => [
  by === 'day' ? 'Day' : 'Week',
  ({ name, isComplete }) => (
    <span className="whitespace-nowrap">
      <strong>{name}</strong> {!isComplete && <Tag>Not over</Tag>}
    </span>
  ),
];

interface AuditLinkProps {
  /** The types of the events. */
  types: readonly string[];
  /** The first and the last day, in UTC. */
  first: string;
  last: string;
  children: ReactNode;
}

/** Leads from a figure to the lines of the audit trail that it counts. */
export function AuditLink({ types, first, last, children }: AuditLinkProps) {
  return (
    <Link
      to="/rtm-sys/audit"
      search={{ action: types.join(','), from: `${first}T00:00:00.000Z`, to: `${last}T23:59:59.999Z` }}
      className="text-link"
    >
      {children}
    </Link>
  );
}

/** With its library a chunk of its own, which only this page loads. */
const BarsOverTime = apart(() =>
  import('../../../components/BarsOverTime.tsx').then((module) => module.default),
);

interface ChartCardProps {
  title: string;
  /** What is shown, in a sentence. */
  says: string;
  /** The figure of all points. */
  figure: ReactNode;
  points: readonly Point[];
}

/** An item of a list: a figure and how it changed. The table of the page has the same values as text. */
export function ChartCard({ title, says, figure, points }: ChartCardProps) {
  return (
    <li className="flex min-w-0 flex-col rounded-card border border-rule bg-sheet p-4 shadow-lift">
      <h2 className="font-sans text-base font-semibold">{title}</h2>
      <p className="font-display text-2xl">{figure}</p>
      <p className="mb-3 text-[0.9375rem] text-soft">{says}</p>
      {points.some(({ value }) => value !== 0) && (
        <div className="mt-auto h-36">
          <BarsOverTime label={`Bar chart: ${title}. The table has the values.`} points={points} />
        </div>
      )}
    </li>
  );
}

interface RangeFormProps {
  part: Part;
  range: Range;
  /** The address of the file. */
  csv: string;
  /** Whether days can be chosen: some figures are by week only. */
  hasDays: boolean;
}

const presets = [
  ['Last 30 days', () => lastDays(30, 'day')],
  ['Last 12 weeks', () => lastDays(84, 'week')],
  ['Last 52 weeks', () => lastDays(364, 'week')],
] as const;

/** Chooses the days of the statistics, which stand in the address. */
function RangeForm({ part, range, csv, hasDays }: RangeFormProps) {
  const navigate = useNavigate();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const chosen = Object.fromEntries(
      ['from', 'to', 'by'].map((name) => [name, String(form.get(name) ?? range.by)]),
    );
    void navigate({ to: '/rtm-sys/statistics', search: { part, ...chosen } });
  };
  return (
    <form
      key={Object.values(range).join(' ')}
      onSubmit={submit}
      aria-label="Range"
      className="mb-6 grid items-end gap-3 sm:flex sm:flex-wrap"
    >
      <Field name="from" label="From" type="date" required defaultValue={range.from} />
      <Field name="to" label="To" type="date" required defaultValue={range.to} />
      {hasDays && (
        <div>
          <label htmlFor="statistics-by" className="mb-1.5 block font-semibold">
            By
          </label>
          <select
            id="statistics-by"
            name="by"
            defaultValue={range.by}
            className="h-12 w-full rounded-control border-[1.5px] border-line bg-sheet px-3.5 hover:border-ink"
          >
            <option value="day">Day</option>
            <option value="week">Week</option>
          </select>
        </div>
      )}
      <Button type="submit" className="h-12">
        Show
      </Button>
      <DownloadLink file={csv} nameOtherwise="statistics.csv" className="h-12">
        CSV
      </DownloadLink>
      <p className="flex flex-wrap gap-x-4 gap-y-1 sm:basis-full">
        {presets.map(([text, days]) => (
          <Link key={text} to="/rtm-sys/statistics" search={{ part, ...days() }} className="text-link">
            {text}
          </Link>
        ))}
      </p>
    </form>
  );
}

type Path =
  '/api/rtm-sys/statistics' | `/api/rtm-sys/statistics/${'funnel' | 'retention' | 'moderation' | 'judges'}`;
type FiguresOf<At extends Path> = paths[At]['get']['responses'][200]['content']['application/json'];

interface FiguresProps<At extends Path> {
  part: Part;
  range: Range;
  /** Their address in the API. */
  path: At;
  /** Whether there is nothing to show. */
  isEmpty: (figures: FiguresOf<At>) => boolean;
  children: (figures: FiguresOf<At>) => ReactNode;
}

/** A part of the statistics: its range and file, and its figures once they are there. */
export function Figures<At extends Path>({ part, range, path, isEmpty, children }: FiguresProps<At>) {
  const { by: _, ...days } = range;
  // Other figures are by week only.
  const hasDays = path === '/api/rtm-sys/statistics';
  const query = hasDays ? range : days;
  const { data, error } = useQuery({
    queryKey: queryKeys.backOffice.list(path, { ...query }),
    queryFn: () => {
      const call = api.GET(path as '/api/rtm-sys/statistics', { params: { query } });
      return bodyOf(call as Promise<{ data?: FiguresOf<At> }>);
    },
  });
  const csv = `${path}?${new URLSearchParams({ ...query, format: 'csv' })}`;
  return (
    <>
      <RangeForm part={part} range={range} csv={csv} hasDays={hasDays} />
      {error && <Notice look="danger">{messageOf(error, 'The statistics could not be loaded.')}</Notice>}
      {data !== undefined &&
        (isEmpty(data) ? (
          <p className="text-soft">Nothing of this was recorded in these days.</p>
        ) : (
          children(data)
        ))}
    </>
  );
}
