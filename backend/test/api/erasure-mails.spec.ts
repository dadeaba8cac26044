import { WaitingMails } from '../../src/reactions/waiting-mails.js';
import { startApp } from '../support/app.js';
import { deleteDue, erased, leave } from '../support/erasure.js';
import { eventually } from '../support/eventually.js';
import { registered } from '../support/people.js';
import { settled } from '../support/settled.js';
import { SmtpPostOffice } from '../support/smtp.js';

const MINUTE = 60_000;

describe('an erasure where mails really go out', () => {
  it('comes to its end though the address refuses mails for now, and the receipt goes out later', async () => {
    const email = 'full.mailbox@example.org';
    const office = await new SmtpPostOffice().listen();
    const app = await startApp({ env: { SMTP_URL: office.url } });
    try {
      const { browser, user } = await registered(app, email);
      await eventually('the mail has come', async () => office.taken.length === 1);
      const token = /verify-email\?token=([\w-]+)/.exec(office.taken[0]?.text ?? '')?.[1];
      expect((await browser.post('/api/auth/verify-email', { token })).status).toBe(200);

      office.refuse = { to: `452 the mailbox of ${email} is full` };
      await leave(app, browser);
      const isKept = async () => (await app.texts()).some((text) => text.includes(email));
      expect(await isKept()).toBe(true);
      await deleteDue(app);
      await erased(app, user.id);
      expect(await app.adapters.engines.keys.find([user.id])).toEqual(new Map([[user.id, 'destroyed']]));
      expect(await isKept()).toBe(false);

      office.refuse = {};
      // Nobody else waits for the full mailbox either.
      await registered(app, 'bob@example.org');
      await settled(app);
      app.clock.advance(MINUTE);
      await app.server.get(WaitingMails, { strict: false }).tryAgain();
      expect(office.taken.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
        [email, 'Please verify your email address'],
        ['bob@example.org', 'Please verify your email address'],
        [email, 'Your account was deleted'],
      ]);
      expect(await isKept()).toBe(false);
    } finally {
      await app.stop();
      await office.close();
    }
  });
});
