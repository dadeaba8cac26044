import { carryOut, operatorCommands } from '../../../src/control/operator-commands.js';
import { Admins } from '../../../src/api/http/admins.js';
import { SecurityLog } from '../../../src/infrastructure/security-log/security-log.port.js';
import { TOTP_SECRET, codeAt, enrolled, newAdmin, signedInAdmin } from '../../support/admins.js';
import { unique, useOwnApp } from '../../support/app.js';
import { ADMIN_PASSWORD, type Desk } from '../../support/desk.js';
import { mailsTo } from '../../support/mails.js';
import { usePerson } from '../../support/people.js';

const HOUR = 60 * 60_000;
const NEW_PASSWORD = 'gravel under both heels';

const app = useOwnApp('moves the clock');
const ann = usePerson(app, 'ann');
const inTerminal = (command: string, name: string) =>
  carryOut(operatorCommands(app.server), { command, names: [name] });
const lastMailTo = async (username: string, count = 1) =>
  (await mailsTo(app, `${username}@example.org`, count)).at(-1)?.text;
const setPassword = (token: string, password = NEW_PASSWORD) =>
  app.desk().post<{ message: string }>('/api/rtm-sys/reset', { token, password });

describe('in a terminal, and by an owner', () => {
  let olga: Desk;
  let names: { olga: string; otto: string };
  let ottoId: string;
  beforeEach(async () => {
    names = { olga: unique('olga'), otto: unique('otto') };
    await newAdmin(app, names.olga, 'owner', `${names.olga}@example.org`);
    ottoId = await newAdmin(app, names.otto, 'owner', `${names.otto}@example.org`);
    olga = await signedInAdmin(app, names.olga);
  });
  const reset = async () => {
    const lines = await inTerminal('admin-reset', names.otto);
    return /\?reset=(\S+)/.exec(lines.at(-1) ?? '')?.[1] ?? '';
  };

  it('an owner is dismissed at once, all owners are mailed, and the security log says whom it concerned', async () => {
    const otto = await signedInAdmin(app, names.otto);
    const lines: object[] = [];
    const log = app.server.get(SecurityLog, { strict: false });
    const record = jest.spyOn(log, 'record').mockImplementation((entry) => void lines.push(entry));
    try {
      await inTerminal('admin-dismiss', names.otto);
      await expect(inTerminal('admin-reset', 'nobody')).rejects.toThrow('There is no admin nobody.');
    } finally {
      record.mockRestore();
    }
    const nobody = app.server.get(Admins, { strict: false }).idOf('nobody');
    expect(lines).toEqual([
      { event: 'operator-command', command: 'admin-dismiss', account: ottoId },
      { event: 'operator-command', command: 'admin-reset', account: nobody, failed: true },
    ]);
    expect((await otto.self()).status).toBe(401);
    expect((await app.desk().signIn(names.otto)).status).toBe(401);
    for (const name of [names.olga, names.otto]) {
      expect(await lastMailTo(name)).toContain(`An operator dismissed ${names.otto} in a terminal.`);
    }
    await expect(inTerminal('admin-dismiss', 'nobody')).rejects.toThrow('There is no admin nobody.');
    await expect(inTerminal('admin-reset', names.otto)).rejects.toThrow('This admin is dismissed.');
  });

  it('an owner is created at once, and the others are mailed', async () => {
    const username = unique('nina');
    const login = { username, role: 'owner', email: `${username}@example.org`, password: NEW_PASSWORD };
    const [line] = await inTerminal('admin-create', JSON.stringify(login));
    expect(line).toMatch(new RegExp(`^${username} can sign in now \\(owner\\), at /`));
    expect(await lastMailTo(names.olga)).toContain(
      `An operator created a login for ${username} in a terminal.`,
    );
    expect((await app.desk().signIn(username, { password: NEW_PASSWORD })).status).toBe(200);
  });

  it('a login is reset: sessions and factors end, and a link sets a new password once', async () => {
    await enrolled(app, ottoId);
    const otto = await signedInAdmin(app, names.olga);
    await otto.signIn(names.otto, { code: codeAt(TOTP_SECRET, app.clock.now()) });
    expect((await otto.self()).body).toMatchObject({ username: names.otto, hasTotp: true });
    app.clock.advance(1000);
    const token = await reset();
    expect((await otto.self()).status).toBe(401);
    expect(await app.adapters.storage.adminSessions.ofAccount(ottoId, app.clock.now())).toEqual([]);
    expect((await otto.signIn(names.otto, { password: ADMIN_PASSWORD })).status).toBe(401);
    // The first is about the new device.
    expect(await lastMailTo(names.olga, 2)).toContain(`An operator reset the login of ${names.otto}`);
    expect((await olga.admins()).body.find(({ id }) => id === ottoId)).toMatchObject({ hasTotp: false });
    expect((await setPassword(`${token.slice(0, -1)}_`)).status).toBe(400);
    expect((await setPassword(token, 'too short')).status).toBe(400);
    for (const own of [names.otto.repeat(3), `${names.otto}@example.org`]) {
      expect((await setPassword(token, own)).body.message).toMatch(/^A password cannot be your /);
      expect((await setPassword(`${token.slice(0, -1)}_`, own)).body.message).toMatch(/^This link is not/);
    }
    expect((await setPassword(token)).status).toBe(204);
    expect((await setPassword(token)).body.message).toBe(
      'This link is not valid any more. Please ask for a new one.',
    );
    expect((await app.desk().signIn(names.otto, { password: NEW_PASSWORD })).body.role).toBe('owner');
    expect((await app.texts()).join('')).not.toContain(token);
  });

  it('a link to reset a login is replaced by the next one, and each ends after a day', async () => {
    const first = await reset();
    const second = await reset();
    expect((await setPassword(first)).status).toBe(400);
    app.clock.advance(24 * HOUR);
    expect((await setPassword(second)).status).toBe(400);
    expect((await setPassword(await reset())).status).toBe(204);
  });

  it('the sessions of another admin, who can sign in again, and of a person are ended (V7.4.5)', async () => {
    const otto = await signedInAdmin(app, names.otto);
    expect((await olga.delete(`/api/rtm-sys/admins/${ottoId}/sessions`)).status).toBe(204);
    expect((await otto.self()).status).toBe(401);
    expect((await otto.signIn(names.otto)).status).toBe(200);
    expect((await ann.me()).status).toBe(200);
    expect((await olga.delete(`/api/rtm-sys/users/${ann.id}/sessions`)).status).toBe(204);
    expect((await ann.me()).status).toBe(401);
  });
});
