import type { CohortWeek, FunnelWeek } from '../../../api/generated/schema.d.ts';
import { formatWhole } from '../../../lib/wording.ts';
import { WholeTable } from '../table/DataTable.tsx';
import type { Column, Columns } from '../table/table.tsx';
import { AuditLink, ChartCard, Figures, periodColumn, type Range } from './figures.tsx';

/** A share in percent, such as "12 %"; a dash of nothing. */
function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;
}

const steps = [
  [
    'visitors',
    'Photo rated',
    'Visitors who uploaded their first photo. A visitor is a browser, for up to 7 days after an upload.',
  ],
  ['accounts', 'Account', 'They registered, or published a photo with an account that they had.'],
  ['verified', 'Verified', 'The email address of that account was verified.'],
  ['published', 'Published', 'Their photo became a post.'],
] as const;

/** A figure of a step, with its share of all visitors. */
const stepText = (id: (typeof steps)[number][0], count: number, visitors: number): string =>
  id === 'visitors' ? formatWhole(count) : `${formatWhole(count)} · ${share(count, visitors)}`;

const funnelColumns: Columns<FunnelWeek> = {
  period: periodColumn('week'),
  ...Object.fromEntries(
    steps.map(([id, label]): [string, Column<FunnelWeek>] => [
      id,
      [label, (week) => stepText(id, week[id], week.visitors), 'number'],
    ]),
  ),
};

/** How far visitors came, by the week of their first upload. */
export function FunnelPart({ range }: { range: Range }) {
  return (
    <Figures
      part="funnel"
      range={range}
      path="/api/rtm-sys/statistics/funnel"
      isEmpty={(weeks) => weeks.every(({ visitors }) => visitors === 0)}
    >
      {(weeks) => (
        <>
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
            {steps.map(([id, title, says]) => {
              const sum = (step: typeof id | 'visitors') =>
                weeks.reduce((total, week) => total + week[step], 0);
              return (
                <ChartCard
                  key={id}
                  title={title}
                  says={says}
                  figure={stepText(id, sum(id), sum('visitors'))}
                  points={weeks.map((week) => ({ ...week, value: week[id], text: formatWhole(week[id]) }))}
                />
              );
            })}
          </ul>
          <h2 className="mt-8 mb-3 text-2xl">By Week of the First Upload</h2>
          <WholeTable
            label="Funnel by week"
            columns={funnelColumns}
            rows={weeks.toReversed()}
            keyOf={({ name }) => name}
          />
          <p className="mt-3 text-[0.9375rem] text-soft">
            A visitor counts once in each step, however many photos they upload, so these figures have no
            lines of their own in the audit trail.
          </p>
        </>
      )}
    </Figures>
  );
}

const accountsColumn: Column<CohortWeek> = [
  'Accounts',
  ({ accounts, first, last }) =>
    accounts === 0 ? (
      formatWhole(0)
    ) : (
      <AuditLink types={['AccountRegistered']} first={first} last={last}>
        {formatWhole(accounts)}
      </AuditLink>
    ),
  'number',
];

const laterName = (later: number): string => (later === 0 ? 'Same week' : `+${later}`);

const laterColumn = (later: number): Column<CohortWeek> => [
  laterName(later),
  ({ accounts, active }) => {
    const count = active[later];
    return count === undefined || accounts === 0 ? '' : `${formatWhole(count)} · ${share(count, accounts)}`;
  },
  'number',
];

/** How many of the accounts of a week came back to write something. */
export function RetentionPart({ range }: { range: Range }) {
  return (
    <Figures
      part="retention"
      range={range}
      path="/api/rtm-sys/statistics/retention"
      isEmpty={(weeks) => weeks.every(({ accounts }) => accounts === 0)}
    >
      {(weeks) => {
        const all = weeks.reduce((sum, { accounts }) => sum + accounts, 0);
        const returned = weeks.flatMap((_, later) => {
          const old = weeks.slice(0, weeks.length - later);
          const active = old.reduce((sum, week) => sum + (week.active[later] ?? 0), 0);
          const accounts = old.reduce((sum, week) => sum + week.accounts, 0);
          const point = {
            name: laterName(later),
            value: Math.round((100 * active) / accounts),
            text: `${share(active, accounts)}, ${formatWhole(active)} of ${formatWhole(accounts)},`,
            isComplete: true,
          };
          // The oldest accounts of the range are younger than that.
          return accounts === 0 ? [] : [point];
        });
        return (
          <>
            <ul className="grid">
              <ChartCard
                title="Active people"
                says="Of the accounts of all these weeks, the percentage whose person wrote something so many weeks later: a photo, post, rating, like, comment, report, appeal, profile, boost or payment of their own. A visit leaves no event."
                figure={
                  <AuditLink
                    types={['AccountRegistered']}
                    first={weeks[0]?.first ?? ''}
                    last={weeks.at(-1)?.last ?? ''}
                  >
                    {formatWhole(all)} {all === 1 ? 'account' : 'accounts'}
                  </AuditLink>
                }
                points={returned}
              />
            </ul>
            <h2 className="mt-8 mb-3 text-2xl">By Week of the Registration</h2>
            <WholeTable
              label="Retention by week"
              columns={{
                period: periodColumn('week'),
                accounts: accountsColumn,
                ...Object.fromEntries(weeks.map((_, later) => [laterName(later), laterColumn(later)])),
              }}
              rows={weeks.toReversed()}
              keyOf={({ name }) => name}
            />
            <p className="mt-3 text-[0.9375rem] text-soft">
              +1 is the week after the registration. The last figure of a line is that of the last week of the
              range, which may not be over. Accounts lead to their lines in the audit trail; the other figures
              count people, who may have written many lines in a week.
            </p>
          </>
        );
      }}
    </Figures>
  );
}
