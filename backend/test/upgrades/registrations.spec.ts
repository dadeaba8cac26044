import { registrations } from '../../src/domain/account/registrations.js';
import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';
import { CommandRunner } from '../../src/kernel/commands/command-runner.js';
import { CachedStates } from '../../src/kernel/commands/cached-states.js';
import { registrationsUpgrade } from '../../src/upgrades/registrations.js';
import { Upgrades } from '../../src/upgrades/upgrades.js';
import { TestClock } from '../support/app.js';
import { useKernel } from '../support/test-kernel.js';

const testKernel = useKernel();

describe('the upgrade of registrations', () => {
  const register = (accountId: string, emailHash = 'e1') =>
    testKernel.write(`account-${accountId}`, 'AccountRegistered', {
      accountId,
      email: `${accountId}@example.org`,
      emailHash,
      username: accountId,
      passwordHash: 'hash',
    });
  const open = (accountId: string, emailHash = 'e1') =>
    testKernel.write(`registrations-${emailHash}`, 'RegistrationOpened', { emailHash, accountId });
  const states = () => new CachedStates(testKernel.storage.log, testKernel.storage.codec);
  /** Runs the upgrade as a start does; the server is killed after `breaksAfter` commands. */
  const start = async (breaksAfter = Infinity) => {
    const { log, codec, kernel } = testKernel.storage;
    const views = { reached: () => Promise.resolve(true) };
    const runner = new CommandRunner(log, codec, states(), new TestClock(), new RandomIds(), views);
    let commands = 0;
    const breaking: Pick<CommandRunner, 'run'> = {
      run: (aggregate, command) => {
        commands += 1;
        if (commands > breaksAfter) throw new Error('killed');
        return runner.run(aggregate, command);
      },
    };
    const logger = { info: () => undefined, error: () => undefined };
    const upgrade = registrationsUpgrade({ log, codec, runner: breaking });
    await new Upgrades(kernel, [upgrade], new TestClock(), logger).run();
    return commands;
  };
  const waitingAt = async (emailHash = 'e1') => (await states().of(registrations, emailHash)).accountIds;

  it('records unverified accounts in the order of registration', async () => {
    for (const accountId of ['ann', 'eve', 'bob']) await register(accountId);
    await register('cat', 'e2');
    await start();
    expect(await waitingAt()).toEqual(['bob', 'eve', 'ann']);
    expect(await waitingAt('e2')).toEqual(['cat']);
  });

  it('skips accounts that are verified, deleted or already recorded', async () => {
    for (const accountId of ['ann', 'eve', 'bob']) await register(accountId);
    await open('new');
    await register('new');
    await testKernel.write('account-ann', 'EmailVerified', { accountId: 'ann' });
    await testKernel.write('account-eve', 'AccountDeleted', {
      accountId: 'eve',
      emailHash: 'e1',
      pictureId: null,
    });
    expect(await start()).toBe(1);
    expect(await waitingAt()).toEqual(['bob', 'new']);
  });

  it('records each account once and in order, also after a kill, and runs once', async () => {
    for (const accountId of ['ann', 'eve', 'bob']) await register(accountId);
    await expect(start(2)).rejects.toThrow('killed');
    expect(await waitingAt()).toEqual(['eve', 'ann']);
    expect(await start()).toBe(1);
    expect(await waitingAt()).toEqual(['bob', 'eve', 'ann']);
    await register('late');
    expect(await start()).toBe(0);
  });

  it('reads a long log', async () => {
    await register('ann');
    for (let count = 0; count < 1100; count += 1) {
      await testKernel.write('like-p-bob', count % 2 ? 'Unliked' : 'Liked', { postId: 'p', userId: 'bob' });
    }
    await register('eve');
    await start();
    expect(await waitingAt()).toEqual(['eve', 'ann']);
  });
});
