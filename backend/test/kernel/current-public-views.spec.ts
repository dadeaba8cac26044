import { CurrentPublicViews, CurrentViews } from '../../src/kernel/views/current-views.js';
import { looseProjection, useKernel } from '../support/test-kernel.js';

interface Row {
  readonly owner: string;
  readonly standing: { readonly rank: number };
}

const rows = {
  ...looseProjection<Row>({
    name: 'rows',
    indexes: [{ fields: { 'standing.rank': 1 } }, { fields: { owner: 1 } }],
    on: {
      UsernameClaimed: {
        ids: ({ data }) => [String(data.usernameHash)],
        fold: (_, { data }) => ({
          owner: String(data.accountId),
          standing: { rank: Number(data.usernameHash) },
        }),
      },
    },
  }),
  ofLiving: (row: { _id: string } & Row, isErased: (person: string) => boolean) =>
    isErased(row.owner) ? null : row,
  tellsOf: ({ _id, owner }: { _id: string } & Row) => [`row-${_id}`, `owner-${owner}`],
};

const testKernel = useKernel();

describe('views that leave documents out', () => {
  let hidden: Set<string>;
  let stop: () => Promise<void>;
  let view: ReturnType<CurrentPublicViews['of']>;
  let isBehind: boolean;
  let ofLiving: (isEmpty: boolean) => ReturnType<CurrentViews['of']>;
  beforeEach(async () => {
    hidden = new Set();
    const { projector, views, reader } = testKernel.projector([rows as never]);
    await projector.start();
    let last = 0;
    for (let rank = 1; rank <= 9; rank += 1) {
      const data = { usernameHash: String(rank), accountId: rank % 2 === 0 ? 'even' : 'odd' };
      last = await testKernel.write(`row-${rank}`, 'UsernameClaimed', data);
    }
    await projector.views.seen(['rows'], last, 'gathered view');
    const quarantine = {
      get isEmpty() {
        return hidden.size === 0;
      },
      has: (stream: string) => hidden.has(stream),
    };
    view = new CurrentPublicViews(views, quarantine).of(rows as never);
    isBehind = false;
    ofLiving = (isEmpty) => {
      const living = new CurrentViews(undefined, {
        isEmpty,
        has: (person) => person === 'odd',
        isBehind: () => isBehind,
      });
      living.show('rows', views.of(rows as never) as never);
      return living.of(rows as never);
    };
    stop = async () => {
      await projector.stop();
      await reader.close();
    };
  });
  afterEach(() => stop());

  const idsOf = (documents: readonly { readonly _id: string }[]) => documents.map(({ _id }) => _id).join('');
  const find = async (limit: number, after?: readonly (string | number)[]) =>
    idsOf(await view.find({ sort: { 'standing.rank': 1 }, limit, ...(after && { after }) }));

  it('show everything while nothing is in quarantine', async () => {
    expect(await find(10)).toBe('123456789');
    expect(await view.get('3')).toMatchObject({ owner: 'odd' });
  });

  it('hide documents of a stream in quarantine, by id and in lists', async () => {
    hidden.add('row-3');
    expect(await view.get('3')).toBeNull();
    expect(await view.get('2')).toMatchObject({ owner: 'even' });
    expect([...(await view.getMany(['2', '3', '4'])).keys()].sort()).toEqual(['2', '4']);
    expect(await find(10)).toBe('12456789');
  });

  it('leave hidden documents out of counts', async () => {
    hidden.add('row-3');
    expect(await view.count({ owner: 'odd' })).toBe(5);
  });

  it('hide all documents of a person whose stream is in quarantine', async () => {
    hidden.add('owner-odd');
    expect(await find(10)).toBe('2468');
  });

  it('fill a page with later documents, so that a short page is the last', async () => {
    for (const rank of [1, 2, 3, 5]) hidden.add(`row-${rank}`);
    expect(await find(2)).toBe('46');
    expect(await find(2, [6, '6'])).toBe('78');
    expect(await find(5)).toBe('46789');
    expect(await find(6)).toBe('46789');
  });

  it('hide documents of erased people, also from a list of a few fields, which ends', async () => {
    const query = { sort: { 'standing.rank': 1 }, limit: 1 } as const;
    const idsIn = async (living: typeof view) => [
      idsOf(await living.find({ ...query, limit: 10 })),
      idsOf(await living.pick(query, ['owner'] as never)),
      idsOf(await living.pick({ ...query, limit: 3, after: [4, '4'] }, ['owner'] as never)),
    ];
    expect(await idsIn(ofLiving(true))).toEqual(['123456789', '1', '567']);
    expect(await idsIn(ofLiving(false))).toEqual(['2468', '2', '68']);
    expect([...(await ofLiving(false).getMany(['1', '2'])).keys()]).toEqual(['2']);
    expect(await ofLiving(false).get('1')).toBeNull();
  });

  it('show everything again once the quarantine is empty', async () => {
    hidden.add('row-3');
    expect(await view.get('3')).toBeNull();
    hidden.clear();
    expect(await view.get('3')).not.toBeNull();
  });

  it('answer nothing while somebody may be erased whom this process does not know', async () => {
    const living = ofLiving(true);
    isBehind = true;
    await expect(living.get('a')).rejects.toThrow('who was erased could not be read');
    await expect(living.getMany(['a'])).rejects.toThrow('who was erased could not be read');
  });
});
