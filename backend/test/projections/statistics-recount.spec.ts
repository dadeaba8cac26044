import { weekOf } from '../../src/domain/week/iso-week.js';
import type { DomainEvent } from '../../src/domain/events.js';
import type { Projection } from '../../src/projections/projection.js';
import { projections } from '../../src/projections/projections.js';
import { COUNT_NAMES, COUNTS } from '../../src/projections/statistics/counts.js';
import { StatisticsReader } from '../../src/projections/statistics/statistics.reader.js';
import { randomHistory, writeHistory } from '../support/history.js';
import { useKernel } from '../support/test-kernel.js';

const DAY_MS = 86_400_000;
const testKernel = useKernel();

/** The views over a random history, and all of its events. */
async function told(...names: readonly string[]) {
  const { log, codec } = testKernel.storage;
  const { projector, views } = testKernel.projector(
    projections.filter(({ name }) => names.includes(name)) as unknown as Projection<object>[],
  );
  await projector.start();
  await writeHistory(log, codec, randomHistory(11, 3000));
  const events = (await codec.decodeAll(await log.readAll(0, 100_000))) as unknown as DomainEvent[];
  expect(await projector.views.reached(events.at(-1)?.position ?? 0, 60_000)).toBe(true);
  return { projector, views, events };
}

/** The first day of each week, or each day, from one instant on. */
function* starts(from: number, to: number, days: number) {
  for (let at = from; at <= to; at += days * DAY_MS) yield new Date(at);
}

const dayName = (at: Date) => at.toISOString().slice(0, 10);

describe('statistics over a random history', () => {
  it('equal a recount of the log, by day and by week', async () => {
    const { projector, views, events } = await told('statistics');
    const reader = new StatisticsReader(views);
    const monday = Date.UTC(2026, 9, 5);
    const end = Date.parse(events.at(-1)?.metadata.at ?? '');
    for (const days of [1, 7]) {
      const nameOf = (at: Date) => (days === 1 ? dayName(at) : weekOf(at, 'UTC'));
      const periods = [...starts(monday, end, days)];
      const records = await reader.of(
        periods.map((start) => ({
          first: dayName(start),
          last: dayName(new Date(start.getTime() + (days - 1) * DAY_MS)),
        })),
      );
      let all = 0;
      for (const [index, start] of periods.entries()) {
        const inPeriod = events.filter(({ metadata }) => nameOf(new Date(metadata.at)) === nameOf(start));
        const record = records[index];
        const counted = COUNT_NAMES.map((name) => [name, record?.count(name)]);
        const recounted = COUNT_NAMES.map((name) => {
          const types: readonly string[] = COUNTS[name].types;
          return [name, inPeriod.filter(({ type }) => types.includes(type)).length];
        });
        expect([nameOf(start), counted]).toEqual([nameOf(start), recounted]);
        all += counted.reduce((sum, [, count]) => sum + Number(count), 0);
        const paid = { boosts: 0, donations: 0, refunds: 0 };
        let granted = 0;
        for (const { type, data } of inPeriod) {
          if (type === 'PaymentConfirmed') {
            paid[data.purpose.kind === 'boost' ? 'boosts' : 'donations'] += data.price.amount;
          }
          if (type === 'RefundObserved') {
            const [was, is] = [data.before, data.state].map((state) => /pending|succeeded/.test(state ?? ''));
            paid.refunds += (Number(is) - Number(was)) * data.amount.amount;
          }
          if (type === 'AppealDecided' && data.isGranted) granted += 1;
        }
        const moved = Object.fromEntries(
          (['boosts', 'donations', 'refunds'] as const).map((column) => [
            column,
            record?.money(column, 'usd'),
          ]),
        );
        expect([nameOf(start), moved, record?.grantedAppeals]).toEqual([nameOf(start), paid, granted]);
      }
      // A history without these would prove nothing.
      expect(all).toBeGreaterThan(800);
    }
    await projector.stop();
  });
});
