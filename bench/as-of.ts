import { PastSubjects } from '@footnote/backend/api/as-of/past-subjects.service.js';
import { pastBoard } from '@footnote/backend/composition/past-board.js';
import { type Storage, openStorage } from '@footnote/backend/composition/storage.js';
import { LoggedHistory } from '@footnote/backend/kernel/log/logged-history.js';
import { buildViews } from '@footnote/backend/kernel/views/build-views.js';
import { CurrentViews } from '@footnote/backend/kernel/views/current-views.js';
import { MemoryFolds } from '@footnote/backend/kernel/views/memory-folds.js';
import { audit } from '@footnote/backend/projections/audit/audit.js';
import { AuditReader } from '@footnote/backend/projections/audit/audit.reader.js';
import type { Projection } from '@footnote/backend/projections/view.js';
import { createLog, randomHistory, writeHistory } from '@footnote/backend/test/support/history.js';
import type { Chapter } from '@footnote/backend/test/support/history-teller.js';
import { type Bench, inScratchFolder, median, perSecond, rate } from './scratch.js';

const EVENTS = 200_000;
/** The numbers of events of the measured posts. */
const SIZES = [100, 1000, 10_000] as const;
const ROUNDS = 15;

/** Measures how long a post and the board as of a moment take on SQLite. */
export const benchAsOf: Bench = (print, { events = EVENTS }) =>
  inScratchFolder(async (dataDir) => {
    const settings = { dataDir, eventstoreUrl: null, mongodbUrl: null };
    const storage = await openStorage(settings, { seconds: 0, tell: () => undefined });
    const views = new CurrentViews();
    try {
      await createLog(storage);
      const posts = new Map<number, string>();
      await writeHistory(storage.log, storage.codec, withLikedPosts(randomHistory(1, events), events, posts));
      const build = { projection: audit as Projection<object>, generation: 'v0-9' };
      await buildViews(storage, [build], () => undefined);
      const { name, indexes } = audit;
      views.show(name, await storage.store.open({ name, indexes, generation: build.generation }));
      const history = new LoggedHistory(storage.log, storage.codec);
      const past = new PastSubjects(new AuditReader(views), history, new MemoryFolds());
      const figures: Record<string, number> = {};
      for (const size of SIZES) {
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const begin = performance.now();
          const { lines } = await past.of('post', posts.get(size) ?? '', Infinity);
          times.push(performance.now() - begin);
          if (lines.length < size) throw new Error(`the post has only ${lines.length} events`);
        }
        figures[size] = median(times);
        const speed = rate(perSecond(size, median(times)));
        print(
          `a post of ${String(size).padStart(6)} events  ${median(times).toFixed(1).padStart(7)} ms  ${speed} events/s`,
        );
      }
      const board = await boardOf(storage);
      print(
        `the board                ${board.milliseconds.toFixed(0).padStart(9)} ms  ${rate(perSecond(board.events, board.milliseconds))} events/s`,
      );
      return { events, milliseconds: figures, board };
    } finally {
      await views.close();
      await storage.close();
    }
  });

/** The time that the board of now takes in this thread, which does nothing else. */
async function boardOf(storage: Storage): Promise<{ events: number; milliseconds: number }> {
  const whole = { position: null, at: null, seesHolds: true, hidden: [], timeZone: 'UTC' };
  let events = 0;
  const begin = performance.now();
  await pastBoard(storage, whole, (news) => {
    if ('board' in news) ({ events } = news.board);
  });
  return { events, milliseconds: performance.now() - begin };
}

/** The history with likes of its first posts, spread over it; `posts` gets the posts by the number of likes. */
function* withLikedPosts(
  history: Iterable<Chapter>,
  events: number,
  posts: Map<number, string>,
): Generator<Chapter> {
  const given = new Map(SIZES.map((size) => [size, 0]));
  let told = 0;
  for (const chapter of history) {
    yield chapter;
    told += chapter.events.length;
    const [event] = chapter.events;
    if (!event) continue;
    if (event.type === 'PostPublished') {
      const size = SIZES.find((one) => !posts.has(one));
      if (size) posts.set(size, (event.data as { postId: string }).postId);
    }
    for (const [size, postId] of posts) {
      const due = Math.min(size, Math.ceil((told / events) * 1.05 * size));
      for (let count = given.get(size as never) ?? 0; count < due; count += 1) {
        given.set(size as never, count + 1);
        const userId = crypto.randomUUID();
        const like = { ...event, id: crypto.randomUUID(), type: 'Liked', data: { postId, userId } };
        yield { stream: `like-${postId}-${userId}`, expected: 'noStream', events: [like] };
      }
    }
  }
}
