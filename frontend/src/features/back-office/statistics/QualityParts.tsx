import type { JudgeStatistics, ReportCategoryTimes } from '../../../api/generated/schema.d.ts';
import { decisionReasons } from '../../../api/reasons.ts';
import { formatWhole } from '../../../lib/wording.ts';
import { WholeTable } from '../table/DataTable.tsx';
import type { Column, Columns } from '../table/table.tsx';
import { AuditLink, ChartCard, Figures, type Range } from './figures.tsx';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A time that somebody waited: "45 min", "3.5 h". */
function waited(milliseconds: number): string {
  return milliseconds < HOUR_MS
    ? `${Math.round(milliseconds / MINUTE_MS)} min`
    : `${formatWhole(Math.round((10 * milliseconds) / HOUR_MS) / 10)} h`;
}

const timeColumns: Columns<ReportCategoryTimes> = {
  category: ['Category', ({ category }) => <strong>{decisionReasons[category]}</strong>],
  count: ['Decided', ({ count }) => formatWhole(count), 'number'],
  median: ['Median', ({ median }) => waited(median), 'number'],
  p95: ['95 of 100 within', ({ p95 }) => waited(p95), 'number'],
  target: ['Target', ({ targetHours }) => `${targetHours} h`, 'number'],
  inTime: [
    'In time',
    ({ inTime, count }) => `${formatWhole(inTime)} · ${Math.round((100 * inTime) / count)} %`,
    'number',
  ],
};

/** How long reports waited, and what became of appeals. */
export function TimesPart({ range }: { range: Range }) {
  const of = (type: string, count: number) => (
    <AuditLink types={[type]} first={range.from} last={range.to}>
      {formatWhole(count)}
    </AuditLink>
  );
  return (
    <Figures
      part="times"
      range={range}
      path="/api/rtm-sys/statistics/moderation"
      isEmpty={({ reports, appeals, granted, rejected }) =>
        reports.length === 0 && appeals + granted + rejected === 0
      }
    >
      {({ reports, appeals, granted, rejected }) => (
        <>
          {reports.length > 0 && (
            <ul className="grid gap-4 sm:grid-cols-2">
              <ChartCard
                title="Decided in time"
                says="The percentage of the reports of each category whose first decision met the target."
                figure={`${formatWhole(reports.reduce((sum, { inTime }) => sum + inTime, 0))} of ${formatWhole(reports.reduce((sum, { count }) => sum + count, 0))}`}
                points={reports.map(({ category, inTime, count }) => ({
                  name: decisionReasons[category],
                  value: Math.round((100 * inTime) / count),
                  text: `${Math.round((100 * inTime) / count)} %`,
                  isComplete: true,
                }))}
              />
            </ul>
          )}
          <h2 className="mt-8 mb-3 text-2xl">From Report to Decision</h2>
          <p className="mb-3 max-w-2xl text-[0.9375rem] text-soft">
            Reports whose first decision was in these days, also if it was undone later. The category is the
            one at that time. The audit trail has later decisions, too, so these figures do not lead there.
          </p>
          <WholeTable
            label="Times of reports"
            columns={timeColumns}
            rows={reports}
            keyOf={({ category }) => category}
          />
          <h2 className="mt-8 mb-3 text-2xl">Appeals</h2>
          <p>
            {of('AppealFiled', appeals)} filed, {of('AppealDecided', granted + rejected)} decided:{' '}
            {formatWhole(granted)} granted, {formatWhole(rejected)} rejected.
          </p>
        </>
      )}
    </Figures>
  );
}

const LOWEST_DRIFT = -10;
const points = (counts: readonly number[], lowest: number) =>
  counts.map((count, index) => ({
    name: String(index + lowest),
    value: count,
    text: formatWhole(count),
    isComplete: true,
  }));
const signed = (drift: number | null) =>
  drift === null ? '–' : `${drift > 0 ? '+' : ''}${drift.toFixed(2)}`;

const byModel: Columns<JudgeStatistics> = {
  model: ['Model', ({ model }) => <strong>{model}</strong>],
  prompt: ['Prompt', ({ promptVersion }) => promptVersion],
};

const judgeColumns: Columns<JudgeStatistics> = {
  ...byModel,
  photos: ['Photos', ({ photos }) => formatWhole(photos), 'number'],
  score: ['Mean score', ({ meanScore }) => meanScore?.toFixed(2), 'number'],
  posts: ['Rated by people', ({ posts }) => formatWhole(posts), 'number'],
  drift: ['Mean drift', ({ meanDrift }) => signed(meanDrift), 'number'],
};

/** How many a model and prompt has of each of these points. */
const countColumns = (
  all: readonly { name: string }[],
  countsOf: (judge: JudgeStatistics) => readonly number[],
): Columns<JudgeStatistics> => ({
  ...byModel,
  ...Object.fromEntries(
    // Not a number, which would move its column to the front.
    all.map(({ name }, index): [string, Column<JudgeStatistics>] => [
      `at ${name}`,
      [name, (judge) => formatWhole(countsOf(judge)[index] ?? 0), 'number'],
    ]),
  ),
});

/** What the AI gave, and how far it is from people's ratings. */
export function JudgesPart({ range }: { range: Range }) {
  return (
    <Figures
      part="judges"
      range={range}
      path="/api/rtm-sys/statistics/judges"
      isEmpty={(judges) => judges.length === 0}
    >
      {(judges) => (
        <>
          <ul className="grid gap-4 sm:grid-cols-2">
            {judges.flatMap(({ model, promptVersion, photos, scores, posts, meanDrift, drifts }) => [
              <ChartCard
                key={`${model} ${promptVersion} scores`}
                title={`AI scores of ${model}, prompt ${promptVersion}`}
                says="Photos by AI score, rounded to whole points."
                figure={`${formatWhole(photos)} ${photos === 1 ? 'photo' : 'photos'}`}
                points={points(scores, 0)}
              />,
              <ChartCard
                key={`${model} ${promptVersion} drifts`}
                title={`Drift of ${model}, prompt ${promptVersion}`}
                says="Posts by AI score less the mean of people’s ratings: above 0, the AI gave more."
                figure={posts === 0 ? 'No ratings' : `${signed(meanDrift)} on average`}
                points={points(drifts, LOWEST_DRIFT)}
              />,
            ])}
          </ul>
          <h2 className="mt-8 mb-3 text-2xl">By Model and Prompt</h2>
          <p className="mb-3 max-w-2xl text-[0.9375rem] text-soft">
            Of the photos that were judged in the weeks of this range. Ratings that were excluded do not
            count; deleted posts do. The audit trail does not tell models apart: Content leads to the lines of
            all rated photos.
          </p>
          <WholeTable
            label="AI scores"
            columns={judgeColumns}
            rows={judges}
            keyOf={({ model, promptVersion }) => `${model} ${promptVersion}`}
          />
          <h3 className="mt-6 mb-2 text-lg">Photos by AI score</h3>
          <WholeTable
            label="Photos by AI score"
            columns={countColumns(points(judges[0]?.scores ?? [], 0), ({ scores }) => scores)}
            rows={judges}
            keyOf={({ model, promptVersion }) => `${model} ${promptVersion}`}
          />
          <h3 className="mt-6 mb-2 text-lg">Posts by drift</h3>
          <WholeTable
            label="Posts by drift"
            columns={countColumns(points(judges[0]?.drifts ?? [], LOWEST_DRIFT), ({ drifts }) => drifts)}
            rows={judges}
            keyOf={({ model, promptVersion }) => `${model} ${promptVersion}`}
          />
        </>
      )}
    </Figures>
  );
}
