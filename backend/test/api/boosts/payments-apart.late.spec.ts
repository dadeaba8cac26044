import { Account } from '../../../src/domain/account/account.js';
import { Projector } from '../../../src/kernel/views/projector.js';
import { PaymentsReader } from '../../../src/projections/payments/payments.reader.js';
import { useOwnApp } from '../../support/app.js';
import { deleteDue, erased, leave } from '../../support/erasure.js';
import { freeze } from '../../support/frozen-view.js';
import {
  buyBoost,
  checkOut,
  heard,
  heardPayment,
  intentOf,
  newestPayment,
  sandboxOf,
  startPurchase,
} from '../../support/payments.js';
import { joining } from '../../support/people.js';
import { send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';

describe('payments beside other work', () => {
  const app = useOwnApp('deletes people, freezes views and restarts');
  const join = joining(app, 'apart');
  /** A payment once the site knows what the provider knows. */
  const payment = async (sessionId: string) => {
    await heard(app);
    const found = await app.server.get(PaymentsReader, { strict: false }).ofSession(sessionId);
    if (!found) throw new Error(`there is no payment of ${sessionId}`);
    return found;
  };

  it('of a person who deletes the account first are parked, and still follow the provider', async () => {
    const { browser, user } = await join();
    const session = await startPurchase(browser);
    sandboxOf(app).actOnCheckout(session, 'pay-later');
    expect((await payment(session)).status).toBe('pending');
    await leave(app, browser);
    expect(await deleteDue(app)).toBe(1);
    await erased(app, user.id);
    const [played] = sandboxOf(app).payments(1);
    sandboxOf(app).actOnPayment(played?.paymentIntentId ?? '', 'arrive', null);
    const arrived = await payment(session);
    expect(arrived).toMatchObject({ status: 'paid', boost: null, parked: expect.anything() });
    const intent = arrived.paymentIntentId ?? '';
    sandboxOf(app).actOnPayment(intent, 'dispute', null);
    expect(Object.values((await payment(session)).disputes)).toContain('open');
    const [dispute] = sandboxOf(app).payment(intent)?.disputes ?? [];
    sandboxOf(app).actOnDispute(dispute?.disputeId ?? '', 'win');
    expect(Object.values((await payment(session)).disputes)).toContain('won');
    sandboxOf(app).actOnPayment(intent, 'refund', null);
    expect((await payment(session)).refunded).toBe(199);
    const health = await app.browser().get<{ reactions: { waiting: number; parked: number }[] }>('/health');
    expect(health.body.reactions.filter(({ waiting, parked }) => waiting + parked > 0)).toEqual([]);
    expect((await app.texts()).join('\n')).not.toContain(user.email);
  });

  it('of a person who keeps the account after all are granted', async () => {
    const { browser, user } = await join();
    const session = await startPurchase(browser);
    const dueAt = new Date(app.clock.now().getTime() + 1).toISOString();
    await send(app, Account.RequestDeletion({ accountId: user.id, dueAt }));
    const bought = await checkOut(app, browser, session);
    await send(app, Account.CancelDeletion({ accountId: user.id }));
    expect(bought.boost).toMatchObject({ state: 'unclaimed' });
  });

  it('are granted while their view is rebuilt, and shown afterwards', async () => {
    const { browser } = await join();
    const rebuilding = app.server.get(Projector, { strict: false }).rebuild(['payments', 'boost-gains']);
    const bought = await buyBoost(app, browser);
    await rebuilding;
    await settled(app);
    expect(await newestPayment(browser)).toEqual(bought);
  });

  it('are granted while their view stands still', async () => {
    const { browser } = await join();
    const session = await startPurchase(browser);
    {
      using _ = freeze(app, 'payments');
      sandboxOf(app).actOnCheckout(session, 'pay');
      await heard(app);
      expect(await newestPayment(browser)).toMatchObject({ status: 'started', boost: null });
    }
    await app.server.get(Projector, { strict: false }).rebuild(['payments']);
    expect(await newestPayment(browser)).toMatchObject({ status: 'paid', boost: { state: 'unclaimed' } });
  });

  it('are granted after a restart, when the webhook came before it', async () => {
    const { browser } = await join();
    const session = await startPurchase(browser);
    sandboxOf(app).actOnCheckout(session, 'pay');
    await app.restart();
    const back = app.browser();
    for (const [name, value] of browser.cookies) back.cookies.set(name, value);
    const granted = await heardPayment(app, back);
    expect(granted.boost?.state).toBe('unclaimed');
    expect(intentOf(granted)).toMatch(/^pi_/);
  });
});
