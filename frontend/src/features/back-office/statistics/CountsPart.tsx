import type { CountSeries, MoneySeries, Period, Statistics } from '../../../api/generated/schema.d.ts';
import { decimalsOf, formatMoney } from '../../../lib/money.ts';
import { formatWhole } from '../../../lib/wording.ts';
import { WholeTable } from '../table/DataTable.tsx';
import type { Column } from '../table/table.tsx';
import { AuditLink, ChartCard, type Part, periodColumn, type Range, Figures } from './figures.tsx';

/** Each figure by its name in the API: its part of the statistics, its name, and what it counts, in a sentence. */
const countTexts: Readonly<
  Record<
    CountSeries['name'],
    readonly [part: 'people' | 'content' | 'moderation' | 'money', name: string, says: string]
  >
> = {
  accounts: ['people', 'New accounts', 'Accounts that visitors created.'],
  verifications: ['people', 'Verified addresses', 'Email addresses that people verified.'],
  accountDeletions: ['people', 'Deleted accounts', 'Accounts whose deletion took effect.'],
  photos: ['content', 'Rated photos', 'Photos that passed the check and got an AI score.'],
  refusedPhotos: ['content', 'Refused photos', 'Photos that did not pass the check.'],
  posts: ['content', 'Posts', 'Posts that were published, also those that wait for a review.'],
  postDeletions: ['content', 'Deleted posts', 'Posts that were deleted permanently.'],
  ratings: ['content', 'Ratings', 'Ratings that people gave, also those excluded later.'],
  likes: ['content', 'Likes', 'Likes of posts and comments, also those taken back later.'],
  takenBackLikes: ['content', 'Likes taken back', 'Of posts and comments.'],
  comments: ['content', 'Comments', 'Comments and replies, also those deleted later.'],
  commentDeletions: ['content', 'Deleted comments', 'By their author, or with what they reply to.'],
  reports: ['moderation', 'Reports', 'Posts that people reported.'],
  reviewedReports: ['moderation', 'Reports agreed with', 'Decisions, also those undone later.'],
  dismissedReports: ['moderation', 'Reports dismissed', 'Decisions, also those undone later.'],
  hiddenPosts: ['moderation', 'Posts hidden', 'Decisions, also those undone later.'],
  removedPosts: ['moderation', 'Posts removed', 'Decisions, also those undone later.'],
  hiddenComments: ['moderation', 'Comments hidden', 'Decisions, also those undone later.'],
  excludedRatings: ['moderation', 'Ratings excluded', 'One by one, or all of a person.'],
  strikes: ['moderation', 'Strikes', 'Strikes that admins gave, also those undone later.'],
  suspensions: ['moderation', 'Suspensions', 'By admins, with a strike, or for a dispute.'],
  appeals: ['moderation', 'Appeals', 'Appeals that people filed.'],
  decidedAppeals: ['moderation', 'Appeals decided', 'Appeals that were granted or rejected.'],
  payments: ['money', 'Payments', 'Confirmed payments for boosts, and donations.'],
  boughtBoosts: ['money', 'Boosts bought', 'Boosts that were granted for a payment.'],
  appliedBoosts: ['money', 'Boosts applied', 'Boosts that people used on a post.'],
  startedRefunds: [
    'money',
    'Refunds started',
    'Here or in a terminal. Refunds made at Stripe are in the amounts only.',
  ],
};

const moneyTexts: Readonly<Record<MoneySeries['name'], readonly [name: string, says: string]>> = {
  boosts: ['Revenue from boosts', 'Confirmed payments, at the price that was paid.'],
  donations: ['Donations', 'Confirmed payments without a boost.'],
  refunds: ['Refunded', 'When Stripe first showed the refund, less refunds that failed later.'],
};

/** The events that the amounts come from. */
const moneyTypes: Readonly<Record<MoneySeries['name'], readonly string[]>> = {
  boosts: ['PaymentConfirmed'],
  donations: ['PaymentConfirmed'],
  refunds: ['RefundObserved'],
};

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
    .filter(({ name }) => countTexts[name][0] === part)
    .map(({ name: id, types, values }) => {
      const [, name, says] = countTexts[id];
      return { id, name, says, types, values, format: formatWhole, unit: 1 };
    });
  if (part !== 'money') return counted;
  const moved = money.map(({ name, currency, values }) => {
    const [text, says] = moneyTexts[name];
    return {
      id: `${name} ${currency}`,
      name: `${text}, ${currency.toUpperCase()}`,
      says,
      types: moneyTypes[name],
      values,
      format: (amount: number) => formatMoney({ amount, currency }),
      unit: 10 ** decimalsOf(currency),
    };
  });
  return [...moved, ...counted];
}

/** Whether there is nothing to show in a part. */
function isNothing(part: Part, statistics: Statistics): boolean {
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

function Counts({ part, by, statistics }: { part: Part; by: Range['by']; statistics: Statistics }) {
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

/** The figures that are counts of events: a chart for each, and one table with all of them. */
export function CountsPart({ part, range }: { part: Part; range: Range }) {
  return (
    <Figures
      part={part}
      range={range}
      path="/api/rtm-sys/statistics"
      isEmpty={(statistics) => isNothing(part, statistics)}
    >
      {(statistics) => <Counts part={part} by={range.by} statistics={statistics} />}
    </Figures>
  );
}
