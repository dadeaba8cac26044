import { username } from '../../src/domain/account/username.js';
import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';
import { CachedStates } from '../../src/kernel/commands/cached-states.js';
import { CommandRunner } from '../../src/kernel/commands/command-runner.js';
import { displayNamesUpgrade } from '../../src/upgrades/display-names.js';
import { TestClock } from '../support/app.js';
import { useKernel } from '../support/test-kernel.js';

const testKernel = useKernel();

describe('the upgrade of display names', () => {
  const register = (accountId: string) =>
    testKernel.write(`account-${accountId}`, 'AccountRegistered', {
      accountId,
      email: `${accountId}@example.org`,
      emailHash: accountId,
      username: accountId,
      passwordHash: 'hash',
    });
  const call = (accountId: string, displayUsername: string | null) =>
    testKernel.write(`account-${accountId}`, 'ProfileChanged', {
      accountId,
      displayUsername,
      bio: null,
      socialLinks: null,
    });
  const states = () => new CachedStates(testKernel.storage.log, testKernel.storage.codec);
  /** Runs the upgrade; the server is killed after `breaksAfter` commands. */
  const upgrade = (breaksAfter = Infinity) => {
    const { log, codec } = testKernel.storage;
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
    const hashOf = (name: string) => name.toLowerCase();
    return displayNamesUpgrade({ log, codec, runner: breaking, hashOf }).run();
  };
  const holderOf = async (usernameHash: string) => (await states().of(username, usernameHash)).accountId;

  beforeEach(async () => {
    for (const accountId of ['ann', 'bob', 'cat']) await register(accountId);
  });

  it('claims the current names', async () => {
    await call('ann', 'Arch');
    await call('ann', 'Heel');
    await call('bob', 'Sole');
    await call('cat', 'Toe');
    await call('cat', null);
    expect(await upgrade()).toBe(2);
    expect(await Promise.all(['heel', 'sole', 'arch', 'toe'].map(holderOf))).toEqual([
      'ann',
      'bob',
      null,
      null,
    ]);
  });

  it('gives one of two similar names to the person who chose it first', async () => {
    await call('bob', 'Heel');
    await call('ann', 'HEEL');
    await call('bob', 'heel');
    expect(await upgrade()).toBe(1);
    expect(await holderOf('heel')).toBe('bob');
  });

  it('counts from the last time that a person chose the name', async () => {
    await call('bob', 'Heel');
    await call('bob', 'Sole');
    await call('ann', 'Heel');
    await call('bob', 'Heel');
    await upgrade();
    expect(await holderOf('heel')).toBe('ann');
  });

  it('leaves out deleted accounts', async () => {
    await call('ann', 'Heel');
    await testKernel.write('account-ann', 'AccountDeleted', {
      accountId: 'ann',
      emailHash: 'ann',
      pictureId: null,
    });
    await call('bob', 'Heel');
    await upgrade();
    expect(await holderOf('heel')).toBe('bob');
  });

  it('claims each name once, also after a kill', async () => {
    await call('ann', 'Heel');
    await call('bob', 'Sole');
    await expect(upgrade(1)).rejects.toThrow('killed');
    expect(await upgrade()).toBe(1);
    expect(await upgrade()).toBe(0);
    expect(await Promise.all(['heel', 'sole'].map(holderOf))).toEqual(['ann', 'bob']);
  });
});
