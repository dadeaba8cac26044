import {
  AS_OF_KINDS,
  type AsOfKind,
  PAST_SUBJECTS,
  PastSubjects,
} from '../../src/api/as-of/past-subjects.service.js';
import { seededRandom } from '../../src/demo/random.js';
import type { DomainEvents } from '../../src/domain/events.js';
import { subjectsOf } from '../../src/domain/trail/trail.js';
import type { EventFold } from '../../src/kernel/projection.js';
import type { Recorded } from '../../src/kernel/event.js';
import { LoggedHistory } from '../../src/kernel/log/logged-history.js';
import { buildViews } from '../../src/kernel/views/build-views.js';
import { CurrentViews } from '../../src/kernel/views/current-views.js';
import { MemoryFolds } from '../../src/kernel/views/memory-folds.js';
import { audit } from '../../src/projections/audit/audit.js';
import type { Projection } from '../../src/projections/view.js';
import { AuditReader } from '../../src/projections/audit/audit.reader.js';
import { randomHistory, writeHistory } from '../support/history.js';
import { amount, seedOf } from '../support/scope.js';
import { useKernel } from '../support/test-kernel.js';
import { wholeLog, withWrongClocks } from '../support/wrong-clocks.js';

const testKernel = useKernel();

/** A plain fold of all views of the table, by separate code. */
class PlainFold {
  /** The posts of each week. */
  private readonly weeks = new Map<string, Set<string>>();
  private readonly views = new Map(
    Object.values(PAST_SUBJECTS)
      .flatMap(({ views }) => views)
      .map((view) => [view.name, { view, documents: new Map<string, object>() }] as const),
  );

  add(event: Recorded): void {
    const { week, postId, standings } = event.data as Partial<
      DomainEvents['WeekRanked'] & { postId: string }
    >;
    if (event.type === 'PostPublished' || event.type === 'WeekRanked') {
      const posts = [postId, ...(standings ?? []).map((standing) => standing.postId)];
      this.weeks.set(
        week ?? '',
        new Set([...(this.weeks.get(week ?? '') ?? []), ...posts.filter((id) => id !== undefined)]),
      );
    }
    for (const { view, documents } of this.views.values()) {
      const folds = view.on as Readonly<Record<string, EventFold<object, string, object> | undefined>>;
      const fold = folds[event.type];
      for (const id of fold?.ids(event) ?? []) {
        const after = fold?.fold(documents.get(id) ?? null, event, id);
        if (after) documents.set(id, after);
        else documents.delete(id);
      }
    }
  }

  of(kind: AsOfKind, subject: string) {
    const posts = kind === 'week' ? this.weeks.get(subject) : undefined;
    return new Map(
      PAST_SUBJECTS[kind].views.map(({ name }) => {
        const documents = this.views.get(name)?.documents ?? new Map<string, object>();
        const own = [...documents].filter(([id]) => id === subject || posts?.has(id));
        return [name, new Map(own)] as const;
      }),
    );
  }
}

describe('a subject as of a moment', () => {
  it('is what a fold of the log that was cut there gives, for each kind', async () => {
    const { log, codec, store } = testKernel.storage;
    const random = seededRandom(seedOf(28));
    await writeHistory(log, codec, withWrongClocks(randomHistory(seedOf(28), amount(2000, 20_000)), random));
    const { name, indexes } = audit;
    const build = { projection: audit as Projection<object>, generation: 'v1-1' };
    await buildViews(testKernel.storage, [build], () => undefined);
    const views = new CurrentViews();
    views.show(name, await store.open<object>({ name, indexes, generation: build.generation }));
    try {
      const events = await wholeLog(testKernel.storage);
      const trail = new AuditReader(views);
      const past = new PastSubjects(trail, new LoggedHistory(log, codec), new MemoryFolds());
      const subjects = events.flatMap((event) => subjectsOf(event));
      const times = events.map(({ metadata }) => Date.parse(metadata.at));
      const [first, last] = [Math.min(...times), Math.max(...times)];
      const moments = await Promise.all(
        Array.from({ length: amount(60, 200) }, async () => {
          const moment = first + random() * (last - first);
          const beyond = events.find(({ metadata }) => Date.parse(metadata.at) > moment);
          const expected = beyond ? beyond.position - 1 : null;
          expect(await trail.positionAt(new Date(moment))).toBe(expected);
          return expected ?? Number.MAX_SAFE_INTEGER;
        }),
      );
      const plain = new PlainFold();
      const all = new PlainFold();
      for (const event of events) all.add(event);
      let folded = 0;
      for (const moment of moments.toSorted((one, other) => one - other)) {
        for (let next = events[folded]; next && next.position <= moment; next = events[folded]) {
          plain.add(next);
          folded += 1;
        }
        for (const kind of AS_OF_KINDS) {
          const { about } = PAST_SUBJECTS[kind];
          const ids = subjects.filter((subject) => subject.kind === about).map(({ id }) => id);
          const id = ids[Math.floor(random() * ids.length)] ?? '';
          const found = await past.of(kind, id, moment);
          expect([kind, id, found.isIncomplete]).toEqual([kind, id, false]);
          expect([kind, id, moment, found.was]).toEqual([kind, id, moment, plain.of(kind, id)]);
          expect([kind, id, found.now]).toEqual([kind, id, all.of(kind, id)]);
        }
      }
    } finally {
      await views.close();
    }
  });
});
