import { PaymentIntent } from '../../src/domain/payment/payment-intent.js';
import { PaymentsUnavailableError } from '../../src/infrastructure/payments/payments.port.js';
import type { AnyAggregate, Command } from '../../src/kernel/aggregate.js';
import { isOutage } from '../../src/infrastructure/circuit-breaker/outage.js';
import { NeedsLongTryError, NotYetKnownError } from '../../src/kernel/reaction.js';
import type { States } from '../../src/kernel/states.js';
import { askingAlone, recordObservation } from '../../src/reactions/payments/provider-objects.js';

/** The error, if it is of this kind. */
const thrown = (kind: new (message: string) => Error) => (error: unknown) => {
  expect(error).toBeInstanceOf(kind);
  return error;
};

describe('a request about one object', () => {
  const broken = new PaymentsUnavailableError('Stripe answered 500', true);
  const silent = new PaymentsUnavailableError('Stripe can’t be reached', false, true);
  const overloaded = new PaymentsUnavailableError('Stripe answered 429');
  const probed = () => Promise.reject(new Error('asked'));
  const asking = (failure: Error, probe: () => Promise<void>, mayTakeLong = true) =>
    askingAlone({ probe }, { mayTakeLong }, () => Promise.reject(failure));

  it('returns its answer without a probe', async () => {
    expect(await askingAlone({ probe: probed }, { mayTakeLong: true }, () => Promise.resolve(1))).toBe(1);
  });

  it.each([
    [false, 2000],
    [true, 20_000],
  ])('may take 2 s at first, and 20 s when it is patient: %s', async (mayTakeLong, limitMs) =>
    expect(await askingAlone({ probe: probed }, { mayTakeLong }, (limit) => Promise.resolve(limit))).toBe(
      limitMs,
    ),
  );

  it.each([broken, silent])(
    'makes its event wait alone if the provider answers others: %s',
    async (failure) =>
      expect(isOutage(await asking(failure, () => Promise.resolve()).catch(thrown(NotYetKnownError)))).toBe(
        false,
      ),
  );

  it.each([broken, silent])('pauses the reaction if the provider answers nobody: %s', async (failure) =>
    expect(asking(failure, () => Promise.reject(overloaded))).rejects.toBe(overloaded),
  );

  it.each([broken, silent])('leaves the question to a patient try: %s', async (failure) =>
    expect(isOutage(await asking(failure, probed, false).catch(thrown(NeedsLongTryError)))).toBe(false),
  );

  it.each([true, false])('pauses the reaction if the provider is overloaded', async (mayTakeLong) =>
    expect(asking(overloaded, probed, mayTakeLong)).rejects.toBe(overloaded),
  );

  it('fails with its own error otherwise', async () => {
    const error = new Error('a mistake of ours');
    await expect(asking(error, () => Promise.resolve())).rejects.toBe(error);
  });
});

describe('an object without our metadata', () => {
  const record = async (paymentIntentId: string | null) => {
    const executed: Command<object>[] = [];
    const of = async (aggregate: AnyAggregate, id: string) => {
      expect(aggregate).toBe(PaymentIntent);
      return { reference: id === 'pi_ours' ? 'r1' : null };
    };
    await recordObservation(
      {
        states: { of } as unknown as Pick<States, 'of'>,
        commands: { execute: (async (command: Command<object>) => void executed.push(command)) as never },
      },
      {
        kind: 'refund',
        reference: null,
        paymentIntentId,
        providerRefundId: 're_1',
        amount: { amount: 100, currency: 'usd' },
        state: 'succeeded',
      },
    );
    return executed.map(({ data }) => data);
  };

  it('is recorded for the payment that its PaymentIntent was linked to', async () =>
    expect(await record('pi_ours')).toMatchObject([{ reference: 'r1', providerRefundId: 're_1' }]));

  it.each(['pi_other', null])('is foreign if the log does not know its PaymentIntent: %s', async (id) =>
    expect(await record(id)).toEqual([]),
  );
});
