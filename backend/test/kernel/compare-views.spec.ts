import type { Stored, ViewReader } from '../../src/kernel/document-store.js';
import { compareViews } from '../../src/kernel/views/compare-views.js';

type Card = Stored<{ readonly title: string }>;

const card = (id: string, position: number, title: string): Card => ({ _id: id, _position: position, title });

/** A view of these documents, which a test may replace. */
function viewOf(...cards: readonly Card[]): ViewReader<object> & { cards: readonly Card[] } {
  return {
    cards,
    get: async () => null,
    async getMany(ids) {
      return new Map(this.cards.filter(({ _id }) => ids.includes(_id)).map((one) => [one._id, one]));
    },
    async find({ after = [''] }) {
      return this.cards.filter(({ _id }) => _id > String(after[0]));
    },
    pick: async () => [],
    count: async () => 0,
  };
}

describe('comparing two generations', () => {
  let settled: number;
  beforeEach(() => {
    settled = 0;
  });
  const compare = (
    live: ViewReader<object>,
    built: ViewReader<object>,
    onSettle: (round: number) => void = () => undefined,
    signal = new AbortController().signal,
  ) =>
    compareViews({
      live,
      built,
      signal,
      settle: async () => onSettle((settled += 1)),
      onCompared: () => undefined,
    });

  it('waits until a document that one of them has not folded yet is folded', async () => {
    const built = viewOf(card('a', 1, 'old'));
    const result = await compare(viewOf(card('a', 2, 'new')), built, () => {
      built.cards = [card('a', 2, 'new')];
    });
    expect(result).toMatchObject({ documents: 1, differences: 0, unsettled: 0 });
  });

  it('is certain at once about a document that both have from the same event', async () => {
    const result = await compare(viewOf(card('a', 2, 'one')), viewOf(card('a', 2, 'other')));
    expect(result).toMatchObject({ differences: 1 });
    expect(settled).toBe(1);
  });

  it('is certain about any other when nothing has changed after everything was folded', async () => {
    const result = await compare(viewOf(card('a', 2, 'one')), viewOf(card('b', 1, 'other')));
    expect(result.listed).toEqual([
      { id: 'a', live: card('a', 2, 'one'), built: null },
      { id: 'b', live: null, built: card('b', 1, 'other') },
    ]);
    expect(settled).toBe(4);
  });

  it('does not mind from which event the same content is', async () => {
    expect(await compare(viewOf(card('a', 2, 'one')), viewOf(card('a', 1, 'one')))).toMatchObject({
      differences: 0,
    });
  });

  it('gives up on a document that changes all the time', async () => {
    const live = viewOf(card('a', 0, 'one'));
    const result = await compare(live, viewOf(card('a', 1, 'other')), (round) => {
      live.cards = [card('a', 10 + round, 'one')];
    });
    expect(result).toMatchObject({ differences: 0, unsettled: 1 });
  });

  it('ends when it is stopped', async () => {
    const stopping = AbortSignal.abort(new Error('stopped'));
    const one = viewOf(card('a', 1, 'one'));
    await expect(compare(one, one, undefined, stopping)).rejects.toThrow('stopped');
  });
});
