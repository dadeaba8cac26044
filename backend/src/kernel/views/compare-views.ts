import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Stored, ViewReader } from '../document-store.js';

/** A document that two generations of a view have otherwise; null where one has none. */
export interface Difference {
  readonly id: string;
  readonly live: Stored<object> | null;
  readonly built: Stored<object> | null;
}

export interface Comparison {
  /** How many documents were compared. */
  readonly documents: number;
  readonly differences: number;
  /** The first {@link MOST_LISTED} differences. */
  readonly listed: readonly Difference[];
  /** How many documents changed so often meanwhile that they could not be compared. */
  readonly unsettled: number;
}

export interface ComparedViews {
  readonly live: ViewReader<object>;
  readonly built: ViewReader<object>;
  /** Resolves when both have processed every event that is in the log at the time of the call. */
  readonly settle: () => Promise<void>;
  readonly signal: AbortSignal;
  /** Called with the number of documents so far. */
  readonly onCompared: (documents: number) => void;
}

const PAGE = 200;
const ROUNDS = 8;
export const MOST_LISTED = 200;

/**
 * Compares all documents of two generations that both follow the log. A document that differs is read again until it is
 * certain that it did not just change: both have it from the same event, or twice from the same two events, with
 * everything in the log processed in between.
 * @throws the reason of the signal once it is aborted
 */
export async function compareViews({
  live,
  built,
  settle,
  signal,
  onCompared,
}: ComparedViews): Promise<Comparison> {
  const listed: Difference[] = [];
  let [documents, differences, unsettled] = [0, 0, 0];

  const judge = async (suspects: readonly string[]): Promise<void> => {
    const seen = new Map<string, string>();
    let open = suspects;
    for (let round = 0; open.length > 0 && round < ROUNDS; round += 1) {
      await settle();
      const [left, right] = await Promise.all([live.getMany(open), built.getMany(open)]);
      open = open.filter((id) => {
        const difference = { id, live: left.get(id) ?? null, built: right.get(id) ?? null };
        if (isSame(difference.live, difference.built)) return false;
        const positions = `${difference.live?._position} ${difference.built?._position}`;
        const isCertain =
          difference.live?._position === difference.built?._position || seen.get(id) === positions;
        seen.set(id, positions);
        if (!isCertain) return true;
        differences += 1;
        if (listed.length < MOST_LISTED) listed.push(difference);
        return false;
      });
    }
    unsettled += open.length;
  };
  const told = (count: number): Promise<void> => {
    signal.throwIfAborted();
    documents += count;
    onCompared(documents);
    // Lets requests run.
    return nextTurn();
  };

  for await (const page of pagesOf(live)) {
    const others = await built.getMany(page.map(({ _id }) => _id));
    await judge(page.flatMap((one) => (isSame(one, others.get(one._id) ?? null) ? [] : [one._id])));
    await told(page.length);
  }
  for await (const page of pagesOf(built)) {
    const others = await live.getMany(page.map(({ _id }) => _id));
    const missing = page.flatMap(({ _id }) => (others.has(_id) ? [] : [_id]));
    await judge(missing);
    await told(missing.length);
  }
  return { documents, differences, listed, unsettled };
}

async function* pagesOf(view: ViewReader<object>): AsyncGenerator<readonly Stored<object>[]> {
  for (let after: readonly string[] | undefined; ;) {
    const page = await view.find({ sort: { _id: 1 }, limit: PAGE, ...(after && { after }) });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = [last._id];
  }
}

/** Whether both have the same content, whichever event it is from. */
function isSame(one: Stored<object> | null, other: Stored<object> | null): boolean {
  if (one === null || other === null) return one === other;
  return isDeepStrictEqual({ ...one, _position: 0 }, { ...other, _position: 0 });
}
