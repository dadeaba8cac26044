import type { HealthReport } from '../../../src/api/health/kernel-health.js';
import { carryOut, operatorCommands } from '../../../src/control/operator-commands.js';
import { ALL_ADMINS, AdminRoles } from '../../../src/domain/admin/admin-roles.js';
import { newAdmin } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import { settled } from '../../support/settled.js';
import { METADATA } from '../../support/test-kernel.js';

describe('what an operator does in the name of an admin', () => {
  const app = useOwnApp('damages the roles');
  const closing = (name: string) =>
    carryOut(operatorCommands(app.server), { command: 'weeks', names: ['close', name] });
  const granting = (admin: string) => {
    const act = { act: 'grant', reference: 'none', admin, amount: null, reason: 'A test.' };
    return carryOut(operatorCommands(app.server), { command: 'payments', names: [JSON.stringify(act)] });
  };

  app.onStart(async () => {
    await newAdmin(app, 'olga', 'owner');
    await newAdmin(app, 'fin', 'finance');
    await newAdmin(app, 'moe', 'moderator');
  });

  it('takes the role that it takes in the back office', async () => {
    await expect(closing('moe')).rejects.toThrow('The role of moe is moderator: this needs owner.');
    await expect(closing('Fin')).rejects.toThrow('The role of Fin is finance: this needs owner.');
    await expect(granting('moe')).rejects.toThrow('this needs finance or owner');
    expect(await closing('olga')).toEqual(['No week could be closed.']);
    await expect(granting('fin')).rejects.toThrow('none: ');
  });

  it('is refused to an admin who was dismissed', async () => {
    await newAdmin(app, 'fay', 'finance');
    await carryOut(operatorCommands(app.server), { command: 'admin-dismiss', names: ['fay'] });
    await expect(granting('fay')).rejects.toThrow('fay may not use the back office.');
  });

  it.each([
    ['weeks', ['reopen', 'olga']],
    ['weeks', ['undo', 'olga', 'last week']],
    ['payments', ['refund']],
    [
      'payments',
      [JSON.stringify({ act: 'refund', reference: 'none', admin: 'olga', amount: '5', reason: 'A test.' })],
    ],
    ['reconcile', ['yesterday']],
    ['backup', ['yesterday']],
  ])('does not happen if %s %j makes no sense', async (command, names) => {
    const before = await app.adapters.storage.log.head();
    await expect(carryOut(operatorCommands(app.server), { command, names })).rejects.toMatchObject({
      refusal: 'invalid',
    });
    expect(await app.adapters.storage.log.head()).toBe(before);
    expect((await app.browser().get<HealthReport>('/health')).body.lastBackup).toBeNull();
  });

  it('is possible without a login, and while the roles cannot be read', async () => {
    expect(await closing('nobody-here')).toEqual(['No week could be closed.']);
    const { log, quarantine } = app.adapters.storage;
    const stream = `${AdminRoles.category}-${ALL_ADMINS}`;
    const event = { id: crypto.randomUUID(), type: 'RoleFramed', data: {} };
    await log.append(stream, 'any', [{ ...event, metadata: { ...METADATA, version: 1 } }]);
    await settled(app);
    expect(quarantine.has(stream)).toBe(true);
    expect(await closing('moe')).toEqual(['No week could be closed.']);
  });
});
