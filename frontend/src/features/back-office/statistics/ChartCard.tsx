import type { ReactNode } from 'react';
import type { Point } from '../../../components/BarsOverTime.tsx';
import { apart } from '../../../components/on-demand.tsx';

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
