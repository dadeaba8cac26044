import type { HealthReport } from '../../src/api/health/kernel-health.js';
import { carryOut, operatorCommands } from '../../src/control/operator-commands.js';
import { Reactor } from '../../src/kernel/reactions/reactor.js';
import { useOwnApp } from '../support/app.js';
import { DAY } from '../support/erasure.js';
import { signedUp } from '../support/people.js';
import { watchCheckpoints } from '../support/reactions.js';
import { settled } from '../support/settled.js';
import { SmtpPostOffice } from '../support/smtp.js';

const CHECKPOINT = 'reaction-verification-mail';

describe('mails of a reaction that was reset to an old position', () => {
  let office: SmtpPostOffice;
  beforeEach(async () => {
    office = await new SmtpPostOffice().listen();
  });
  const app = useOwnApp('not shared yet', { per: 'test', later: () => ({ env: { SMTP_URL: office.url } }) });
  afterEach(() => office.close());
  let stored: ReturnType<typeof watchCheckpoints>;
  const watch = async () => {
    stored = watchCheckpoints(app.adapters);
  };
  app.onStart(watch);

  /** Resets the reaction like `npm run recover -- --reactions event 0`. */
  const resetReaction = async () => {
    const { kernel, log } = app.adapters.storage;
    const newest = (await log.readAll(0, 1000)).findLast(({ type }) => type === 'VerificationRequested');
    await stored('verification-mail', newest?.position ?? 0);
    expect(await kernel.moveCheckpoint(CHECKPOINT, newest?.position ?? null, 0)).toBe(true);
    await app.restart();
    await watch();
    await settled(app);
    // Events handled before the server listened wait, because the address for links was not known yet.
    app.clock.advance(10_000);
    await app.server.get(Reactor, { strict: false }).retryDue();
  };
  const run = (...names: string[]) =>
    carryOut(operatorCommands(app.server), { command: 'late-mails', names });
  const counted = async () => (await app.browser().get<HealthReport>('/health')).body.lateMails;
  const subjects = () => office.taken.map(({ to }) => to?.[0]?.address);

  it('are listed and counted in /health if they are late and not known to be sent, otherwise sent', async () => {
    const { user } = await signedUp(app, 'ann@example.org');
    await settled(app);
    app.clock.advance(8 * DAY);
    await resetReaction();
    expect([subjects(), await counted()]).toEqual([['ann@example.org'], 0]);

    // The record of sent mails is deleted after 30 days.
    await app.adapters.storage.sentMails.removeBefore(app.clock.now());
    await signedUp(app, 'bob@example.org');
    await settled(app);
    await app.adapters.storage.sentMails.removeBefore(new Date(app.clock.now().getTime() + 1));
    await resetReaction();
    expect([subjects(), await counted()]).toEqual([
      ['ann@example.org', 'bob@example.org', 'bob@example.org'],
      1,
    ]);
    const [line, total] = await run();
    expect(line).toContain(`verification-mail: VerificationRequested in account-${user.id}, event `);
    expect(line).not.toContain('@');
    expect(total).toBe('1 mails were not sent because they were too late');

    await app.restart();
    expect(await counted()).toBe(1);
    expect(await run('clear')).toEqual(['1 mails were removed from the list']);
    expect([await counted(), await run()]).toEqual([0, ['0 mails were not sent because they were too late']]);
  });
});
