import { RefusedWebhooks } from '../../src/api/boosts/refused-webhooks.js';
import { BadWebhookError } from '../../src/infrastructure/payments/payments.port.js';
import { TestClock } from '../support/app.js';

const MINUTE = 60_000;
const bad = new BadWebhookError('no secret fits');
const late = new BadWebhookError('the clocks differ by 600 s', true);

describe('refused webhooks', () => {
  let clock: TestClock;
  let webhooks: RefusedWebhooks;
  beforeEach(() => {
    clock = new TestClock();
    webhooks = new RefusedWebhooks(clock);
  });
  /** Refuses these, with a pause before each. */
  const refuse = (pause: number, ...errors: readonly BadWebhookError[]) => {
    for (const error of errors) {
      clock.advance(pause);
      webhooks.refused(error);
    }
  };

  it('are many once three came within an hour', () => {
    refuse(30 * MINUTE, bad, bad);
    expect(webhooks.many).toBeNull();
    refuse(30 * MINUTE, bad);
    const since = new Date('2026-11-21T12:30:00.000Z');
    expect(webhooks.many).toEqual({ count: 3, since, reason: 'no secret fits', isSigned: false });
  });

  it('are not many if they are further apart', () => {
    refuse(30 * MINUTE + 1, bad, bad, bad, bad);
    expect(webhooks.many).toBeNull();
  });

  it('stay many until one is accepted, and begin again then', () => {
    refuse(0, bad, bad, bad);
    refuse(300 * MINUTE, bad);
    expect(webhooks.many?.count).toBe(4);
    webhooks.accepted();
    refuse(0, bad, bad);
    expect(webhooks.many).toBeNull();
    refuse(0, bad);
    expect(webhooks.many?.count).toBe(3);
  });

  it('name the reason of what the provider has sent before that of what anybody sends', () => {
    refuse(0, bad, late, bad);
    expect(webhooks.many).toMatchObject({ reason: 'the clocks differ by 600 s', isSigned: true });
  });
});
