import path from 'node:path';
import { openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import { PASSWORD } from '../support/visitor.js';
import { amount } from '../support/scope.js';
import { SmtpPostOffice } from '../support/smtp.js';
import { ServerProcess, until } from './server-process.js';
import { useFolder } from '../support/folder.js';

const LIVES = amount(1, 3);
const PEOPLE_A_LIFE = 4;

const dataDir = useFolder();

describe('a server that is killed while it sends mails', () => {
  let office: SmtpPostOffice;
  let server: ServerProcess;
  beforeEach(async () => {
    office = await new SmtpPostOffice().listen();
    server = await start();
  });
  afterEach(async () => {
    await server.kill();
    await office.close();
  });

  const start = () => ServerProcess.start(dataDir, { SMTP_URL: office.url });
  const register = async (email: string) =>
    (await server.browser().post('/api/auth/register', { email, password: PASSWORD })).status;
  const receivers = () => office.taken.map(({ to }) => to?.[0]?.address ?? '');

  it('loses no mail, and sends no mail twice except the one it was handing over', async () => {
    const acknowledged: string[] = [];
    for (let life = 0; life < LIVES; life += 1) {
      const before = office.taken.length;
      const people = Array.from({ length: PEOPLE_A_LIFE }, (_, index) => `p${life}-${index}@example.org`);
      const registrations = people.map(async (email) => {
        const status = await register(email).catch(() => null);
        if (status === 201) acknowledged.push(email);
      });
      await until('the restarted server has sent a mail', () => office.taken.length > before);
      server.signal('SIGKILL');
      await Promise.all(registrations);
      await server.ended;
      if (life === 0) losePositions();
      server = await start();
    }
    await until('all people have a mail', () => acknowledged.every((email) => receivers().includes(email)));
    // It comes after every mail that could be repeated.
    expect(await register('last@example.org')).toBe(201);
    await until('the last person has a mail', () => receivers().includes('last@example.org'));

    const repeated = receivers().length - new Set(receivers()).size;
    expect(repeated).toBeLessThanOrEqual(LIVES);
    expect(new Set(office.taken.map(({ messageId }) => messageId)).size).toBe(new Set(receivers()).size);
  });

  /** As a power cut loses the last writes. */
  const losePositions = (): void => {
    const kernel = openSqlite(path.join(dataDir, 'kernel.db'), { durability: 'full' });
    kernel.exec('DELETE FROM checkpoints');
    kernel.close();
  };
});
