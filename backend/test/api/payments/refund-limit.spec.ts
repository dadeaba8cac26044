import type { AdminProposal } from '../../../src/api/admin/proposals.service.js';
import type { AdminPaymentDetails } from '../../../src/api/payments/payments.contract.js';
import { carryOut, operatorCommands } from '../../../src/control/operator-commands.js';
import { AdminRoles } from '../../../src/domain/admin/admin-roles.js';
import { NOBODY } from '../../../src/domain/admin/person.js';
import { Payment } from '../../../src/domain/payment/payment.js';
import { PaymentRefusedError } from '../../../src/infrastructure/payments/payments.port.js';
import { ProposalDeadlines } from '../../../src/reactions/timers/proposal-deadlines.js';
import { adminBrowser, letOwnersAge, newAdmin, signedInAdmin } from '../../support/admins.js';
import { unique, useOwnApp } from '../../support/app.js';
import { DESK, type Desk } from '../../support/desk.js';
import { mailsTo } from '../../support/mails.js';
import { buyBoost, heard, intentOf, sandboxOf } from '../../support/payments.js';
import { usePerson, verified } from '../../support/people.js';
import { send } from '../../support/posts.js';
import { DAY } from '../../support/reconciling.js';
import { settled } from '../../support/settled.js';

const PAYMENTS = `${DESK}/payments`;
const PROPOSALS = `${DESK}/proposals`;

describe('a refund above the limit', () => {
  const app = useOwnApp('has a limit of refunds, and moves the clock', { env: { REFUND_LIMIT: '300' } });
  const buyer = usePerson(app, 'buyer');
  let name: string;
  let fiona: Desk;
  let fionaId: string;
  let olga: Desk;

  beforeAll(async () => {
    await newAdmin(app, 'olga', 'owner', 'olga@example.org');
    letOwnersAge(app);
  });
  beforeEach(async () => {
    name = unique('fiona');
    fionaId = await newAdmin(app, name, 'finance');
    fiona = await signedInAdmin(app, name);
    olga = await signedInAdmin(app, 'olga');
  });
  const bought = async () => (await buyBoost(app, buyer, 'mega')).id;
  const refund = (id: string, amount: number | null, by = fiona) =>
    by.post<AdminPaymentDetails>(`${PAYMENTS}/${id}/refund`, { amount, reason: 'A mistake of ours.' });
  const details = async (id: string, by = fiona) =>
    (await by.get<AdminPaymentDetails>(`${PAYMENTS}/${id}`)).body;
  const expectRefunded = async (id: string, refunded: number) => {
    await heard(app);
    expect(await details(id, olga)).toMatchObject({ refunded });
  };
  /** Returns the answer to a refund that an owner has to confirm. */
  const expectAsked = async (id: string, amount: number | null, by = fiona) => {
    const { status, body } = await refund(id, amount, by);
    expect({ status, asked: body.askedRefund }).toMatchObject({ status: 200, asked: { isDelayed: false } });
    return body;
  };
  const expectStarted = async (id: string, amount: number, by = fiona) =>
    expect(await refund(id, amount, by)).toMatchObject({ status: 200, body: { askedRefund: null } });

  it('is started once an owner has confirmed it', async () => {
    const id = await bought();
    const { askedRefund, can } = await expectAsked(id, 301);
    expect(askedRefund).toMatchObject({
      amount: { amount: 301, currency: 'usd' },
      askedBy: name,
      dueAt: new Date(app.clock.now().getTime() + 7 * DAY).toISOString(),
    });
    expect(can.refund).toBe(false);
    for (const amount of [500, 1]) {
      expect(await refund(id, amount)).toMatchObject({
        status: 409,
        body: { message: 'A refund of this payment waits for the confirmation of an owner.' },
      });
    }
    await expectRefunded(id, 0);
    const open = (await olga.get<AdminProposal[]>(`${PROPOSALS}?status=open`)).body;
    expect(open).toMatchObject([
      {
        id: askedRefund?.proposalId,
        act: 'refundPayment',
        name: 'Refund a payment',
        subjectName: `USD 3.01 of the payment ${id}`,
        by: fionaId,
        note: 'A mistake of ours.',
        refund: { reference: id, amount: { amount: 301, currency: 'usd' } },
      },
    ]);
    const mail = (await mailsTo(app, 'olga@example.org', 1)).at(-1);
    expect(mail?.text).toContain(`${name} asked to refund USD 3.01 of the payment ${id}.`);
    expect(await fiona.confirm(askedRefund?.proposalId)).toMatchObject({ status: 403 });
    expect(await olga.confirm(askedRefund?.proposalId)).toMatchObject({
      status: 200,
      body: { status: 'done' },
    });
    await expectRefunded(id, 301);
    const { timeline, askedRefund: after } = await details(id);
    expect(after).toBeNull();
    const events = timeline.filter(({ type }) => /^Act|^RefundStarted/.test(type));
    expect(events.map(({ type, actor }) => [type, actor.kind === 'admin' ? actor.name : null])).toEqual([
      ['ActProposed', name],
      ['ActConfirmed', 'olga'],
      ['RefundStarted', name],
      ['ActCarriedOut', null],
    ]);
    expect([events[0]?.reason, events[2]?.reason]).toEqual(['A mistake of ours.', 'A mistake of ours.']);
    expect(events[2]?.parts).toContainEqual(expect.objectContaining({ text: 'USD 3.01' }));
  });

  it('is one that brings the sum of the payment, or of the person in 24 hours, above it', async () => {
    const frank = await adminBrowser(app, unique('frank'), 'finance');
    const [one, two] = [await bought(), await bought()];
    await expectStarted(one, 300);
    await expectRefunded(one, 300);
    await expectAsked(one, 1, frank);
    await expectAsked(two, 1);
    // Another person has a sum of their own, and so have other 24 hours.
    await expectStarted(await bought(), 1, frank);
    app.clock.advance(DAY);
    fiona = await signedInAdmin(app, name);
    await expectStarted(await bought(), 300);
  });

  /** Another login of Fiona's, whose account has verified the address of both. */
  const otherLogin = async () => {
    const address = `${name}@example.org`;
    const { user } = await verified(app, address);
    await send(app, AdminRoles.LinkAccount({ adminId: fionaId, accountId: user.id }));
    await newAdmin(app, `${name}-too`, 'finance', address);
    return signedInAdmin(app, `${name}-too`);
  };

  it('is one of the same person with another login, also after the first one was unlinked', async () => {
    const other = await otherLogin();
    const [one, two] = [await bought(), await bought()];
    await expectStarted(one, 300);
    await send(app, AdminRoles.UnlinkAccounts({ adminId: fionaId, reason: 'A mistake.', isConfirmed: true }));
    await expectAsked(two, 1, other);
  });

  it.each(['one login', 'two logins'])('is one of two at once, by %s of one person', async (logins) => {
    const other = logins === 'one login' ? fiona : await otherLogin();
    const payments = [await bought(), await bought()] as const;
    const answers = await Promise.all([refund(payments[0], 200), refund(payments[1], 200, other)]);
    expect(answers.filter(({ body }) => body.askedRefund !== null)).toHaveLength(1);
  });

  it('counts what an owner was asked for, until it is withdrawn', async () => {
    const [one, two] = [await bought(), await bought()];
    const asked = [await expectAsked(one, 400), await expectAsked(two, 100)];
    for (const { askedRefund } of asked) {
      expect((await olga.post(`${PROPOSALS}/${askedRefund?.proposalId}/withdraw`)).status).toBe(200);
    }
    await expectStarted(two, 100);
    expect((await details(one)).timeline.at(-1)).toMatchObject({
      type: 'ActWithdrawn',
      actor: { name: 'olga' },
    });
  });

  it('counts no refund that was rejected, or that failed', async () => {
    const rejected = new PaymentRefusedError('The bank refuses it.', null);
    const provider = jest.spyOn(app.adapters.payments, 'refund').mockRejectedValue(rejected);
    await expectStarted(await bought(), 300);
    await heard(app);
    provider.mockRestore();
    const payment = await buyBoost(app, buyer, 'mega');
    await expectStarted(payment.id, 300);
    await heard(app);
    const [refunded] = sandboxOf(app).payment(intentOf(payment))?.refunds ?? [];
    sandboxOf(app).failRefund(refunded?.refundId ?? '');
    await heard(app);
    await expectStarted(await bought(), 300);
  });

  it('is not asked for if a rule rejects it', async () => {
    const { id } = await buyBoost(app, buyer);
    expect(await refund(id, 500)).toMatchObject({
      status: 409,
      body: { message: 'At most USD 1.99 can be refunded.' },
    });
    expect((await details(id)).timeline.map(({ type }) => type)).not.toContain('ActProposed');
  });

  it('is confirmed by another owner than the one who asked', async () => {
    const otto = await adminBrowser(app, unique('otto'), 'owner');
    const id = await bought();
    const { askedRefund } = await expectAsked(id, 301, otto);
    expect(await otto.confirm(askedRefund?.proposalId)).toMatchObject({
      status: 403,
      body: { message: 'You asked for this act. Another owner has to confirm it.' },
    });
    expect(await olga.confirm(askedRefund?.proposalId)).toMatchObject({ body: { status: 'done' } });
    await expectRefunded(id, 301);
  });

  it('is withdrawn by a refund in a terminal, and never adds to one', async () => {
    const id = await bought();
    const inTerminal = (amount: number) => {
      const act = { act: 'refund', reference: id, admin: 'otto', amount, reason: 'A mistake.' };
      return carryOut(operatorCommands(app.server), { command: 'payments', names: [JSON.stringify(act)] });
    };
    const { askedRefund } = await expectAsked(id, 301);
    await expect(inTerminal(1000)).rejects.toThrow('can be refunded.');
    expect((await details(id)).askedRefund).not.toBeNull();
    await inTerminal(301);
    await expectRefunded(id, 301);
    expect(await olga.confirm(askedRefund?.proposalId)).toMatchObject({
      status: 409,
      body: { message: 'This act was withdrawn.' },
    });
    // One that the terminal does not see yet, such as a request at the same time.
    const { askedRefund: late } = await expectAsked(id, 302);
    const started = { reference: id, refundId: 'late', amount: { amount: 1, currency: 'usd' }, paid: null };
    const how = { begun: null, reason: 'A mistake.', inTerminal: true, decider: NOBODY };
    await send(app, Payment.StartRefund({ ...started, ...how }));
    await heard(app);
    expect(await olga.confirm(late?.proposalId)).toMatchObject({
      body: { status: 'failed', problem: 'Another refund of this payment was started meanwhile.' },
    });
    await expectRefunded(id, 302);
  });

  it('fails if the money is gone by then', async () => {
    const payment = await buyBoost(app, buyer, 'mega');
    const { askedRefund } = await expectAsked(payment.id, null);
    sandboxOf(app).actOnPayment(intentOf(payment), 'refund', 999);
    await heard(app);
    expect(await olga.confirm(askedRefund?.proposalId)).toMatchObject({
      status: 200,
      body: { status: 'failed', problem: 'Nothing is left to refund.' },
    });
    await expectRefunded(payment.id, 999);
  });

  it('lapses after a week', async () => {
    const id = await bought();
    await expectAsked(id, 301);
    app.clock.advance(7 * DAY);
    await app.server.get(ProposalDeadlines, { strict: false }).settle();
    await settled(app);
    fiona = await signedInAdmin(app, name);
    expect(await details(id)).toMatchObject({ askedRefund: null, refunded: 0, can: { refund: true } });
  });
});
