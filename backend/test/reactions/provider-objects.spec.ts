import { paymentIntent } from '../../src/domain/payment/payment-intent.js';
import { PaymentsUnavailableError } from '../../src/infrastructure/payments/payments.port.js';
import type { Aggregate, Command } from '../../src/kernel/aggregate.js';
import { NotYetKnownError } from '../../src/kernel/reaction.js';
import type { States } from '../../src/kernel/states.js';
import { askingAlone, recordObservation } from '../../src/reactions/payments/provider-objects.js';

describe('a request about one object', () => {
  const broken = new PaymentsUnavailableError('Stripe answered 500', true);
  const unreachable = new PaymentsUnavailableError('Stripe can’t be reached');
  const asking = (failure: Error, probe: () => Promise<void>) =>
    askingAlone({ probe }, () => Promise.reject(failure));

  it('returns its answer without a probe', async () => {
    const probe = () => Promise.reject(new Error('asked'));
    expect(await askingAlone({ probe }, () => Promise.resolve(1))).toBe(1);
  });

  it('makes its event wait alone if the provider answers others', async () =>
    expect(asking(broken, () => Promise.resolve())).rejects.toThrow(NotYetKnownError));

  it('pauses the reaction if the provider answers nobody', async () =>
    expect(asking(broken, () => Promise.reject(unreachable))).rejects.toBe(unreachable));

  it('pauses the reaction if the provider can’t be reached', async () =>
    expect(asking(unreachable, () => Promise.resolve())).rejects.toBe(unreachable));

  it('fails with its own error otherwise', async () => {
    const error = new Error('a mistake of ours');
    await expect(asking(error, () => Promise.resolve())).rejects.toBe(error);
  });
});

describe('an object without our metadata', () => {
  const record = async (paymentIntentId: string | null) => {
    const executed: Command<object>[] = [];
    const of = async (aggregate: Aggregate<object, never, never>, id: string) => {
      expect(aggregate).toBe(paymentIntent);
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
