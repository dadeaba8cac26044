import type { Period, Statistics } from '../../../api/generated/schema.d.ts';
import { decimalsOf, formatMoney } from '../../../lib/money.ts';
import { formatWhole } from '../../../lib/wording.ts';
import { WholeTable } from '../table/DataTable.tsx';
import type { Column } from '../table/table.tsx';
import { countTexts, moneyTexts, moneyTypes } from './count-texts.ts';
import { AuditLink, ChartCard, type Part, periodColumn, type Range } from './figures.tsx';

/** A figure with its values, in the order of the periods. */
interface Figure {
  id: string;
  name: string;
  says: string;
  types: readonly string[];
  values: readonly number[];
  format: (value: number) => string;
  /** How many of the values are one on the axis of the chart: the cents of a dollar. */
  unit: number;
}

function figuresOf(part: Part, { counts, money }: Statistics): Figure[] {
  const counted = counts
    .map((series) => ({
      ...series,
      ...countTexts[series.name],
      id: series.name,
      format: formatWhole,
      unit: 1,
    }))
    .filter((figure) => figure.part === part);
  if (part !== 'money') return counted;
  const moved = money.map(({ name, currency, values }) => ({
    id: `${name} ${currency}`,
    name: `${moneyTexts[name].name}, ${currency.toUpperCase()}`,
    says: moneyTexts[name].says,
    types: moneyTypes[name],
    values,
    format: (amount: number) => formatMoney({ amount, currency }),
    unit: 10 ** decimalsOf(currency),
  }));
  return [...moved, ...counted];
}

/** Whether there is nothing to show in a part. */
export function isNothing(part: Part, statistics: Statistics): boolean {
  return figuresOf(part, statistics).every(({ values }) => values.every((value) => value === 0));
}

interface Row extends Period {
  index: number;
}

const columnOf = ({ name, types, values, format }: Figure): Column<Row> => [
  name,
  ({ index, first, last }) => {
    const value = values[index] ?? 0;
    if (value === 0) return format(0);
    return (
      <AuditLink types={types} first={first} last={last}>
        {format(value)}
      </AuditLink>
    );
  },
  'number',
];

interface CountsPartProps {
  part: Part;
  by: Range['by'];
  statistics: Statistics;
}

/** The figures of a part: a chart for each, and one table with all of them. */
export function CountsPart({ part, by, statistics }: CountsPartProps) {
  const { periods } = statistics;
  const figures = figuresOf(part, statistics);
  const [start, end] = [periods[0], periods.at(-1)];
  if (!start || !end) return null;
  return (
    <>
      <p className="mb-4 max-w-2xl text-[0.9375rem] text-soft">
        Everything counts when it happened: what was undone, excluded or deleted later stays counted. Each
        number leads to its lines in the audit trail.
      </p>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {figures.map(({ id, name, says, types, values, format, unit }) => {
          const total = values.reduce((sum, value) => sum + value, 0);
          return (
            <ChartCard
              key={id}
              title={name}
              says={says}
              figure={
                <AuditLink types={types} first={start.first} last={end.last}>
                  {format(total)}
                </AuditLink>
              }
              points={periods.map((period, index) => ({
                name: period.name,
                value: (values[index] ?? 0) / unit,
                text: format(values[index] ?? 0),
                isComplete: period.isComplete,
              }))}
            />
          );
        })}
      </ul>
      <h2 className="mt-8 mb-3 text-2xl">{by === 'day' ? 'By Day' : 'By Week'}</h2>
      <WholeTable
        label={by === 'day' ? 'Figures by day' : 'Figures by week'}
        columns={{
          period: periodColumn(by),
          ...Object.fromEntries(figures.map((figure) => [figure.id, columnOf(figure)])),
        }}
        rows={periods.map((period, index) => ({ ...period, index })).toReversed()}
        keyOf={({ name }) => name}
      />
    </>
  );
}
