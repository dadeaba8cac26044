import { Goodbyes } from '../../src/reactions/erasure/goodbyes.js';
import { useOwnApp } from '../support/app.js';
import { DAY, deleteDue, erased, leave, sayGoodbye, scrub } from '../support/erasure.js';
import { registered } from '../support/people.js';
import { settled } from '../support/settled.js';
import { SmtpPostOffice } from '../support/smtp.js';

const MINUTE = 60_000;

describe('an erasure with a real mail server', () => {
  let office: SmtpPostOffice;
  beforeEach(async () => {
    office = await new SmtpPostOffice().listen();
  });
  const app = useOwnApp('not shared yet', { per: 'test', later: () => ({ env: { SMTP_URL: office.url } }) });
  afterEach(() => office.close());

  /** Registers a user who verifies their address with the first mail. */
  const verifiedUser = async (email: string) => {
    const { browser, user } = await registered(app, email);
    await settled(app);
    const token = /verify-email\?token=([\w-]+)/.exec(office.taken[0]?.text ?? '')?.[1];
    expect((await browser.verifyEmail(token)).status).toBe(200);
    return { browser, user };
  };
  const isKept = async (email: string) => (await app.texts()).some((text) => text.includes(email));
  const keyOf = async (accountId: string) =>
    (await app.adapters.storage.keys.find([accountId])).get(accountId);
  const taken = () => office.taken.map(({ to, subject }) => [to?.[0]?.address, subject]);

  /** Deletes an account while the mail server is down: all is erased but the goodbye mail waits. */
  const eraseWithoutMail = async (email: string) => {
    const { browser, user } = await verifiedUser(email);
    await leave(app, browser);
    const { port } = office;
    await office.close();
    await deleteDue(app);
    await settled(app);
    expect(await keyOf(user.id)).toBe('destroyed');
    await expect(sayGoodbye(app)).rejects.toThrow('a mail could not be sent');
    await scrub(app);
    return { user, port };
  };

  it('destroys the key and all data while the mail server is down, and sends the mail when it is back', async () => {
    const email = 'silent.leaver@example.org';
    const { user, port } = await eraseWithoutMail(email);
    expect((await app.browser().get(`/api/users/${user.id}`)).status).toBe(404);
    expect(await app.adapters.outbox.list()).toMatchObject([{ accountId: user.id, to: email }]);

    await app.restart();
    await expect(sayGoodbye(app)).rejects.toThrow('a mail could not be sent');
    office = await new SmtpPostOffice().listen(port);
    await sayGoodbye(app);
    await sayGoodbye(app);
    expect(taken()).toEqual([[email, 'Your account was deleted']]);
    expect(await isKept(email)).toBe(false);
  });

  it('discards the mail after 24 hours, and the address with it', async () => {
    const email = 'late.mail@example.org';
    const { port } = await eraseWithoutMail(email);
    app.clock.advance(DAY - 1);
    await expect(sayGoodbye(app)).rejects.toThrow('a mail could not be sent');
    expect(await isKept(email)).toBe(true);
    app.clock.advance(1);
    await sayGoodbye(app);
    expect(await isKept(email)).toBe(false);
    office = await new SmtpPostOffice().listen(port);
    await sayGoodbye(app);
    expect(taken()).toEqual([]);
  });

  it('stores the mail again if the outbox was lost before the key is destroyed', async () => {
    const email = 'lost.outbox@example.org';
    const { browser } = await verifiedUser(email);
    await leave(app, browser);
    const { outbox } = app.adapters;
    const put = outbox.put.bind(outbox);
    let stored = 0;
    outbox.put = async (entry) => {
      stored += 1;
      if (stored > 1) await put(entry);
    };
    await deleteDue(app);
    await settled(app);
    await sayGoodbye(app);
    expect(stored).toBeGreaterThan(1);
    expect(taken().at(-1)).toEqual([email, 'Your account was deleted']);
  });

  it('sends no goodbye for an account that was not deleted, and discards the mail after 24 hours', async () => {
    const { user } = await verifiedUser('stays@example.org');
    // The state after a crash between storing the mail and deleting the account.
    await app.server.get(Goodbyes, { strict: false }).store(user.id, app.clock.now());
    await sayGoodbye(app);
    expect(await app.adapters.outbox.list()).toHaveLength(1);
    app.clock.advance(DAY);
    await sayGoodbye(app);
    expect(await app.adapters.outbox.list()).toEqual([]);
    expect(taken()).toHaveLength(1);
  });

  it('completes while the address refuses mails, and sends the mail later, also after a restart', async () => {
    const email = 'full.mailbox@example.org';
    const { browser, user } = await verifiedUser(email);
    office.refuse = { to: `452 the mailbox of ${email} is full` };
    await leave(app, browser);
    await deleteDue(app);
    await erased(app, user.id);
    expect(await keyOf(user.id)).toBe('destroyed');
    // Only the outbox keeps the address, for at most 24 hours.
    expect(await app.adapters.outbox.list()).toMatchObject([{ accountId: user.id, to: email }]);
    expect((await app.texts()).filter((text) => text.includes(email))).toHaveLength(1);

    await app.restart();
    await sayGoodbye(app);
    office.refuse = {};
    // The full mailbox does not delay other mails.
    await registered(app, 'bob@example.org');
    await settled(app);
    await sayGoodbye(app);
    expect(taken()).toHaveLength(2);
    app.clock.advance(MINUTE);
    await sayGoodbye(app);
    await sayGoodbye(app);
    expect(taken()).toEqual([
      [email, 'Please verify your email address'],
      ['bob@example.org', 'Please verify your email address'],
      [email, 'Your account was deleted'],
    ]);
    expect(await isKept(email)).toBe(false);
  });

  it('discards mail and address when the address refuses mails for 24 hours', async () => {
    const email = 'always.full@example.org';
    const { browser, user } = await verifiedUser(email);
    office.refuse = { to: '452 full' };
    await leave(app, browser);
    await deleteDue(app);
    await erased(app, user.id);
    const tries: number[] = [];
    for (let minute = 1; minute <= 130; minute += 1) {
      app.clock.advance(MINUTE);
      const before = office.asked;
      await sayGoodbye(app);
      if (office.asked > before) tries.push(minute);
    }
    expect(tries).toEqual([1, 3, 7, 15, 31, 63, 123]);
    app.clock.advance(DAY - 130 * MINUTE - 1);
    await sayGoodbye(app);
    expect(await isKept(email)).toBe(true);
    app.clock.advance(1);
    await sayGoodbye(app);
    expect(await isKept(email)).toBe(false);
  });
});
