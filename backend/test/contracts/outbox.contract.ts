import type { Goodbye, Outbox } from '../../src/infrastructure/mail/outbox.port.js';

/** The letter to an account, stored in the given minute. */
export const goodbye = (accountId: string, minute = 0): Goodbye => ({
  accountId,
  to: `${accountId}@example.org`,
  letter: { subject: 'Goodbye', html: '<p>Goodbye</p>', text: 'Goodbye', unsubscribe: null },
  storedAt: new Date(Date.UTC(2026, 10, 22, 8, minute)),
});

/** The contract of every Outbox. `open` returns the same outbox with its entries each time. */
export function outboxContract(open: () => Promise<Outbox>): void {
  let outbox: Outbox;
  beforeEach(async () => {
    outbox = await open();
  });

  it('is empty at first', async () => {
    expect(await outbox.find('ann')).toBeNull();
    expect([await outbox.list(), await outbox.accountIds()]).toEqual([[], []]);
    await outbox.remove('ann');
  });

  it('keeps the last entry of each account, oldest first, also for the next process', async () => {
    await outbox.put(goodbye('ann', 9));
    await outbox.put(goodbye('bob', 1));
    await outbox.put({ ...goodbye('ann', 2), letter: null });
    const again = await open();
    expect(await again.find('bob')).toEqual(goodbye('bob', 1));
    expect(await again.list()).toEqual([goodbye('bob', 1), { ...goodbye('ann', 2), letter: null }]);
  });

  it('removes the entry of one account', async () => {
    for (const accountId of ['ann', 'bob']) await outbox.put(goodbye(accountId));
    expect((await outbox.accountIds()).toSorted()).toEqual(['ann', 'bob']);
    await outbox.remove('ann');
    expect([await outbox.find('ann'), await outbox.accountIds()]).toEqual([null, ['bob']]);
  });
}
