import { Link, useNavigate } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { DownloadLink } from '../table/DownloadLink.tsx';
import type { Part } from './parts.ts';
import { type Range, lastDays } from './range.ts';

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
export function RangeForm({ part, range, csv, hasDays }: RangeFormProps) {
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
