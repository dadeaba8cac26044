import { Account } from '../../src/domain/account/account.js';
import { Username } from '../../src/domain/account/username.js';
import { NAME_TOO_SIMILAR, UNUSED_CLAIM_MS } from '../../src/domain/account/username.js';
import { ServerSecret } from '../../src/infrastructure/sessions/server-secret.js';
import type { Command } from '../../src/kernel/aggregate.js';
import { CommandRunner } from '../../src/kernel/commands/command-runner.js';
import { AccountDeletion } from '../../src/reactions/erasure/account-deletion.js';
import { useOwnApp } from '../support/app.js';
import { PASSWORD, type Visitor } from '../support/visitor.js';
import { joining, usePerson } from '../support/people.js';
import { send } from '../support/posts.js';

const DAY = 86_400_000;

describe('the display names of two people', () => {
  const app = useOwnApp('not shared yet');
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');
  const join = joining(app, 'named');
  const rename = (browser: Visitor, displayUsername: string | null) =>
    browser.changeProfile({ displayUsername });
  const statusesOf = async (...names: readonly [browser: Visitor, name: string | null][]) => {
    const statuses: number[] = [];
    for (const [browser, name] of names) statuses.push((await rename(browser, name)).status);
    return statuses;
  };
  const refused = {
    status: 400,
    body: { code: 'invalid', message: NAME_TOO_SIMILAR, errors: { displayUsername: [NAME_TOO_SIMILAR] } },
  };
  /** Fails the commands of a class until the returned function is called, as a server does that stops before them. */
  const stopBefore = (command: new (data: object) => Command) => {
    const runner = app.server.get(CommandRunner, { strict: false });
    const run = runner.run.bind(runner);
    const spy = jest.spyOn(runner, 'run').mockImplementation((aggregate, request) => {
      if (request instanceof command) return Promise.reject(new Error('stopped'));
      return run(aggregate, request);
    });
    return () => spy.mockRestore();
  };

  it('must not look alike', async () => {
    expect(await rename(ann, 'Paul of Toeham')).toMatchObject({ status: 200 });
    for (const alike of [
      'Paul of Toeham',
      'paul OF toeham',
      'PaulofToeham',
      'Рaul of Тoeham',
      'Pаul-of-Tоeham!',
      'Pául of Töeham',
      'PauI of T0eham',
    ]) {
      expect([alike, await rename(bob, alike)]).toMatchObject([alike, refused]);
    }
    expect((await bob.account()).body).toEqual(bob.user);
    expect(await statusesOf([bob, 'Paula of Toeham'])).toEqual([200]);
  });

  it('may differ by a vowel mark, or by an emoji', async () => {
    expect(await statusesOf([ann, 'मीना'], [bob, 'मना'], [ann, '🦶'], [bob, '🌸'])).toEqual([
      200, 200, 200, 200,
    ]);
    expect(await rename(ann, '🌸')).toMatchObject(refused);
  });

  it('must differ by more than what nobody sees', async () => {
    for (const [name, alike] of [
      ['می\u200Cخوانم', 'میخوانم'],
      ['ᠠ\u180Bᠮ', 'ᠠᠮ'],
      ['👩\u200D❤\uFE0F\u200D👨', '👩❤👨'],
      ['🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}', '🏴'],
      ['⠃⠂', '⠃\u2800⠂'],
      ['Ann Exclaims!', 'Ann Exclaims!\uFE00'],
      ['ที่ราบ', 'ที่่ราบ'],
      ['★', '★\u{1D159}'],
    ] as const) {
      expect([name, ...(await statusesOf([ann, name], [bob, alike]))]).toEqual([name, 200, 400]);
    }
  });

  it.each([
    ['a family with its joiners', '👨\u200D👩\u200D👧', '👨\u200D👩\u200D👧'],
    ['a sign that stands for a letter, with its selector', '㊗\uFE0F', '祝\uFE0F'],
  ])('must not be what was claimed in an earlier look: %s', async (_, name, look) => {
    const usernameHash = app.server.get(ServerSecret).hmac('display-name', look).toString('hex');
    const { id: accountId } = ann.user;
    const now = app.clock.now().toISOString();
    await send(app, Username.ClaimDisplayName({ usernameHash, accountId, unusedBy: null, now }));
    await send(app, Account.ChangeProfile({ accountId, displayUsername: name }));
    expect(await rename(bob, name)).toMatchObject(refused);
    expect(await statusesOf([ann, null], [bob, name])).toEqual([200, 200]);
  });

  it('may be spelled in another way by the same person', async () => {
    expect(await statusesOf([ann, 'Zoe Sole'], [ann, 'ZOË SOLE'])).toEqual([200, 200]);
    expect(await rename(bob, 'Zoe Sole')).toMatchObject(refused);
  });

  it('become free when the person changes or removes the name', async () => {
    expect(await statusesOf([ann, 'Ivy Arch'], [ann, 'Ivy Heel'])).toEqual([200, 200]);
    expect(await rename(bob, 'Ivy Heel')).toMatchObject(refused);
    expect(await statusesOf([bob, 'Ivy Arch'], [ann, null], [bob, 'Ivy Heel'])).toEqual([200, 200, 200]);
    expect(await rename(ann, 'Ivy Heel')).toMatchObject(refused);
  });

  it('become free when the account is deleted', async () => {
    const { browser } = await join();
    expect(await statusesOf([browser, 'Otto Instep'])).toEqual([200]);
    await browser.post('/api/user/deletion', { password: PASSWORD });
    expect(await rename(bob, 'Otto Instep')).toMatchObject(refused);
    app.clock.advance(8 * DAY);
    await app.server.get(AccountDeletion, { strict: false }).deleteDue();
    expect(await rename(bob, 'Otto Instep')).toMatchObject({ status: 200 });
  });

  it('cannot be taken by two people at the same time', async () => {
    for (const name of ['Una Ankle', 'Una Ball', 'Una Calf', 'Una Dorsum']) {
      const statuses = await Promise.all(
        [ann, bob].map(async (person) => (await rename(person, name)).status),
      );
      expect(statuses.toSorted()).toEqual([200, 400]);
      await rename(statuses[0] === 200 ? ann : bob, null);
    }
  });

  it('stay when other fields change, also if another person had the name first', async () => {
    await send(app, Account.ChangeProfile({ accountId: bob.user.id, displayUsername: 'Lou Tarsal' }));
    expect(await statusesOf([ann, 'Lou Tarsal'])).toEqual([200]);
    const profile = { displayUsername: 'Lou Tarsal', bio: 'I walk.' };
    expect(await bob.changeProfile(profile)).toMatchObject({
      status: 200,
      body: profile,
    });
    expect(await rename(bob, 'LOU TARSAL')).toMatchObject(refused);
  });

  it('can be taken by the same person after the server stopped before the change', async () => {
    const go = stopBefore(Account.commands.ChangeProfile);
    expect(await statusesOf([ann, 'Kay Meta'])).toEqual([500]);
    go();
    expect(await rename(bob, 'Kay Meta')).toMatchObject(refused);
    expect(await statusesOf([ann, 'Kay Meta'])).toEqual([200]);
    app.clock.advance(UNUSED_CLAIM_MS);
    expect(await rename(bob, 'Kay Meta')).toMatchObject(refused);
  });

  it('become free an hour after the server stopped before the change', async () => {
    const go = stopBefore(Account.commands.ChangeProfile);
    expect(await statusesOf([ann, 'Max Navicular'])).toEqual([500]);
    go();
    app.clock.advance(UNUSED_CLAIM_MS);
    expect(await statusesOf([bob, 'Max Navicular'])).toEqual([200]);
    expect(await rename(ann, 'Max Navicular')).toMatchObject(refused);
  });

  it('become free an hour after the server stopped before the release', async () => {
    expect(await statusesOf([ann, 'Sal Cuboid'])).toEqual([200]);
    const go = stopBefore(Username.commands.ReleaseUsername);
    expect(await statusesOf([ann, 'Sal Talus'])).toEqual([500]);
    go();
    expect(await rename(ann, 'Sal Talus')).toMatchObject({ status: 200 });
    app.clock.advance(UNUSED_CLAIM_MS);
    expect(await rename(bob, 'Sal Cuboid')).toMatchObject({ status: 200 });
    expect(await rename(bob, 'Sal Talus')).toMatchObject(refused);
  });
});
