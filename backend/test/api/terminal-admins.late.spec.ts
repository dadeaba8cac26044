import { carryOut, operatorCommands } from '../../src/control/operator-commands.js';
import { Admins } from '../../src/api/http/admins.js';
import { SecurityLog } from '../../src/infrastructure/security-log/security-log.port.js';
import { TOTP_SECRET, codeAt, enrolled, newAdmin, signedInAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { ADMIN_PASSWORD, type Desk } from '../support/desk.js';
import { mailsTo } from '../support/mails.js';
import { verified } from '../support/people.js';

const HOUR = 60 * 60_000;
const NEW_PASSWORD = 'gravel under both heels';

const app = useOwnApp('not shared yet', { per: 'test' });
let olga: Desk;
let ottoId: string;
beforeEach(async () => {
  await newAdmin(app, 'olga', 'owner', 'olga@example.org');
  ottoId = await newAdmin(app, 'otto', 'owner', 'otto@example.org');
  olga = await signedInAdmin(app, 'olga');
});
const inTerminal = (command: string, name: string) =>
  carryOut(operatorCommands(app.server), { command, names: [name] });
const lastMailTo = async (address: string) => (await mailsTo(app, address, 1)).at(-1);
const setPassword = (token: string, password = NEW_PASSWORD) =>
  app.desk().post<{ message: string }>('/api/rtm-sys/reset', { token, password });
const reset = async () => {
  const lines = await inTerminal('admin-reset', 'otto');
  return /\?reset=(\S+)/.exec(lines.at(-1) ?? '')?.[1] ?? '';
};

describe('an operator', () => {
  it('dismisses an owner at once, and all owners are mailed', async () => {
    const otto = await signedInAdmin(app, 'otto');
    await inTerminal('admin-dismiss', 'otto');
    expect((await otto.self()).status).toBe(401);
    expect((await app.desk().signIn('otto')).status).toBe(401);
    for (const address of ['olga@example.org', 'otto@example.org']) {
      expect((await lastMailTo(address))?.text).toContain('An operator dismissed otto in a terminal.');
    }
    await expect(inTerminal('admin-dismiss', 'olga')).rejects.toThrow('The last owner cannot be revoked.');
    await expect(inTerminal('admin-dismiss', 'nobody')).rejects.toThrow('There is no admin nobody.');
    await expect(inTerminal('admin-reset', 'otto')).rejects.toThrow('This admin is dismissed.');
  });

  it('creates an owner at once, and the others are mailed', async () => {
    const login = { username: 'nina', role: 'owner', email: 'nina@example.org', password: NEW_PASSWORD };
    const [line] = await inTerminal('admin-create', JSON.stringify(login));
    expect(line).toMatch(/^nina can sign in now \(owner\), at \//);
    expect((await lastMailTo('olga@example.org'))?.text).toContain(
      'An operator created a login for nina in a terminal.',
    );
    expect((await app.desk().signIn('nina', { password: NEW_PASSWORD })).status).toBe(200);
  });

  it('resets a login: sessions and factors end, and a link sets a new password once', async () => {
    await enrolled(app, ottoId);
    const otto = await signedInAdmin(app, 'olga');
    await otto.signIn('otto', { code: codeAt(TOTP_SECRET, app.clock.now()) });
    expect((await otto.self()).body).toMatchObject({ username: 'otto', hasTotp: true });
    app.clock.advance(1000);
    const token = await reset();
    expect((await otto.self()).status).toBe(401);
    expect(await app.adapters.storage.adminSessions.ofAccount(ottoId, app.clock.now())).toEqual([]);
    expect((await otto.signIn('otto', { password: ADMIN_PASSWORD })).status).toBe(401);
    // The first is about the new device.
    const mails = await mailsTo(app, 'olga@example.org', 2);
    expect(mails.at(-1)?.text).toContain('An operator reset the login of otto');
    expect((await olga.admins()).body.find(({ id }) => id === ottoId)).toMatchObject({ hasTotp: false });
    expect((await setPassword(`${token.slice(0, -1)}_`)).status).toBe(400);
    expect((await setPassword(token, 'too short')).status).toBe(400);
    for (const own of ['ottoottootto', 'otto@example.org']) {
      expect((await setPassword(token, own)).body.message).toMatch(/^A password cannot be your /);
      expect((await setPassword(`${token.slice(0, -1)}_`, own)).body.message).toMatch(/^This link is not/);
    }
    expect((await setPassword(token)).status).toBe(204);
    expect((await setPassword(token)).body.message).toBe(
      'This link is not valid any more. Please ask for a new one.',
    );
    expect((await app.desk().signIn('otto', { password: NEW_PASSWORD })).body.role).toBe('owner');
    expect((await app.texts()).join('')).not.toContain(token);
  });

  it('replaces a link by the next one, and each ends after a day', async () => {
    const first = await reset();
    const second = await reset();
    expect((await setPassword(first)).status).toBe(400);
    app.clock.advance(24 * HOUR);
    expect((await setPassword(second)).status).toBe(400);
    expect((await setPassword(await reset())).status).toBe(204);
  });

  it('stands in the security log with whom it concerned', async () => {
    const lines: object[] = [];
    app.server.get(SecurityLog, { strict: false }).record = (entry) => void lines.push(entry);
    await inTerminal('admin-dismiss', 'otto');
    await expect(inTerminal('admin-reset', 'nobody')).rejects.toThrow('There is no admin nobody.');
    const nobody = app.server.get(Admins, { strict: false }).idOf('nobody');
    expect(lines).toEqual([
      { event: 'operator-command', command: 'admin-dismiss', account: ottoId },
      { event: 'operator-command', command: 'admin-reset', account: nobody, failed: true },
    ]);
  });
});

describe('an owner', () => {
  it('ends the sessions of another admin, who can sign in again', async () => {
    const otto = await signedInAdmin(app, 'otto');
    expect((await olga.delete(`/api/rtm-sys/admins/${ottoId}/sessions`)).status).toBe(204);
    expect((await otto.self()).status).toBe(401);
    expect((await otto.signIn('otto')).status).toBe(200);
  });

  it('ends the sessions of a person (V7.4.5)', async () => {
    const { user, browser: ann } = await verified(app, 'ann@example.org');
    expect((await olga.delete(`/api/rtm-sys/users/${user.id}/sessions`)).status).toBe(204);
    expect((await ann.me()).status).toBe(401);
  });
});
