import type { LeaseTable } from '../../src/kernel/lease.js';
import type { FoldProgress, ProgressRow } from '../../src/kernel/progress-row.js';

/** What processes of one site share, as two of them see it. */
export interface SharingUnderTest {
  leases(): LeaseTable;
  row(): ProgressRow;
}

/** The contract of every LeaseTable and ProgressRow. */
export function sharingContract(name: string, under: SharingUnderTest): void {
  const by = (holder: string) => ({ holder, wants: ['work', 'board:1'] });

  describe(`the leases of several processes in ${name}`, () => {
    it('go to one of two processes that take them at the same time', async () => {
      const taken = await Promise.all([
        under.leases().take('work', null, by('one')),
        under.leases().take('work', null, by('two')),
      ]);
      expect(taken.toSorted()).toEqual([1, null]);
    });

    it('are not taken from a holder that has renewed them since they were seen', async () => {
      const leases = under.leases();
      await leases.take('work', null, by('one'));
      const [seen] = await leases.rows(['work']);
      await leases.renew('one');
      expect(await under.leases().take('work', seen ?? null, by('two'))).toBeNull();
    });

    it('have a higher number for the next holder', async () => {
      await under.leases().take('work', null, by('one'));
      const [seen] = await under.leases().rows(['work']);
      expect(await under.leases().take('work', seen ?? null, by('two'))).toBe(2);
      expect(await under.leases().rows(['work'])).toEqual([
        { name: 'work', holder: 'two', number: 2, beat: 2, wants: ['work', 'board:1'] },
      ]);
    });

    it('are renewed and released together, without those of others', async () => {
      const leases = under.leases();
      await leases.take('work', null, by('one'));
      await leases.take('board:1', null, by('one'));
      await leases.take('weeks:1', null, by('two'));
      await leases.renew('one');
      await leases.release('one');
      const rows = await leases.rows(['work', 'board:1', 'weeks:1', 'none']);
      expect(new Set(rows.map(({ name: of, holder, beat }) => `${of} ${holder} ${beat}`))).toEqual(
        new Set(['work null 3', 'board:1 null 3', 'weeks:1 two 1']),
      );
    });
  });

  describe(`the row of progress in ${name}`, () => {
    const first: FoldProgress = { fence: 1, switches: 1, position: 5, changed: 4, generation: 'v1-1' };

    it('is empty at first, and keeps what each view has noted last', async () => {
      expect(await under.row().read()).toEqual({ folds: {}, counters: { erasures: 0, quarantine: 0 } });
      await under.row().note({ 'board:1': first });
      await under.row().note({ 'weeks:2': first, 'board:1': { ...first, position: 7 } });
      const { folds } = await under.row().read();
      expect(folds).toEqual({ 'board:1': { ...first, position: 7 }, 'weeks:2': first });
    });

    it.each([
      ['an earlier position', { position: 4 }],
      ['an earlier generation of the same holder', { switches: 0, position: 9 }],
      ['an earlier holder', { fence: 0, switches: 9, position: 9 }],
    ])('does not go back to %s', async (_, late) => {
      await under.row().note({ 'board:1': first });
      await under.row().note({ 'board:1': { ...first, ...late } });
      expect((await under.row().read()).folds).toEqual({ 'board:1': first });
    });

    it('goes back with the next holder, whose view may be behind', async () => {
      await under.row().note({ 'board:1': first });
      const next = { ...first, fence: 2, switches: 1, position: 3 };
      await under.row().note({ 'board:1': next });
      expect((await under.row().read()).folds).toEqual({ 'board:1': next });
    });

    it('counts', async () => {
      await under.row().count('quarantine');
      await under.row().count('quarantine');
      await under.row().count('erasures');
      expect((await under.row().read()).counters).toEqual({ erasures: 1, quarantine: 2 });
    });
  });
}
