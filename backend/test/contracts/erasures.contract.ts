import type { Erasure, ErasureList } from '../../src/infrastructure/erasures/erasure-list.port.js';

export const ann: Erasure = { at: '2026-11-21T12:00:00.000Z', kind: 'account', id: 'ann' };
export const bob: Erasure = { at: '2026-11-22T12:00:00.000Z', kind: 'account', id: 'bob' };
export const cleo: Erasure = { at: '2026-11-23T12:00:00.000Z', kind: 'admin', id: 'ann' };

export const inOrder = (list: readonly Erasure[]) =>
  list.toSorted((one, other) => (one.at < other.at ? -1 : 1));

/**
 * The contract of every ErasureList.
 * @param open returns the same list with its people each time
 * @param text all that is stored
 */
export function erasuresContract(open: () => ErasureList, text: () => Promise<string>): void {
  it('has everybody once, also for a program that is started again, and nothing but ids and times', async () => {
    const list = open();
    await Promise.all([list.add(ann), list.add(bob), list.add(ann)]);
    await list.add({ ...ann, at: bob.at });
    const noted = { ...cleo, email: 'cleo@example.org' };
    await open().add(noted);
    await open().add(bob);
    expect(inOrder(await open().list())).toEqual([ann, bob, cleo]);
    expect(await text()).not.toContain('example.org');
  });

  it('is empty at first', async () => {
    expect(await open().list()).toEqual([]);
  });
}
