import { RefusedWebhooks } from '../../src/api/http/refused-webhooks.js';
import { BadWebhookError } from '../../src/infrastructure/payments/payments.port.js';
import { TestClock } from '../support/app.js';

const HOUR = 3_600_000;
const bad = new BadWebhookError('no secret fits');
const late = new BadWebhookError('the clocks differ by 600 s', true);

describe('refused webhooks', () => {
  let clock: TestClock;
  let webhooks: RefusedWebhooks;
  beforeEach(() => {
    clock = new TestClock();
    webhooks = new RefusedWebhooks(clock);
  });
  const refuse = (...errors: readonly BadWebhookError[]) => {
    for (const error of errors) webhooks.refused(error);
  };

  it('are many from three on, however slowly they come', () => {
    const since = clock.now();
    refuse(bad);
    clock.advance(24 * HOUR);
    refuse(bad);
    expect(webhooks.many).toBeNull();
    refuse(bad);
    expect(webhooks.many).toEqual({ count: 3, signed: 0, since, reason: 'no secret fits' });
  });

  it('are not many within an hour of one that was accepted, and begin again with it', () => {
    refuse(bad, bad, bad);
    webhooks.accepted();
    refuse(bad, bad, bad);
    clock.advance(HOUR - 1);
    expect(webhooks.many).toBeNull();
    clock.advance(1);
    expect(webhooks.many?.count).toBe(3);
  });

  it('are proven once the provider has sent three: what it sent gives the reason', () => {
    refuse(bad, late, late, bad);
    expect(webhooks.many).toMatchObject({ signed: 2, reason: 'the clocks differ by 600 s' });
    expect(webhooks.isProven).toBe(false);
    refuse(late);
    expect(webhooks.isProven).toBe(true);
  });
});
