import { Goodbyes } from '../../../src/reactions/erasure/goodbyes.js';
import { Projector } from '../../../src/kernel/views/projector.js';
import { PausingError } from '../../../src/kernel/reaction.js';
import { Reactor } from '../../../src/kernel/reactions/reactor.js';
import { RecordedReads } from '../../../src/kernel/recorded-reads.js';
import type { User } from '../../../src/projections/accounts/accounts.js';
import { PeopleReader } from '../../../src/projections/accounts/people.js';
import { ReviewQueueReader } from '../../../src/projections/moderation/review-queue.js';
import { photoIdIn } from '../../../src/projections/photos/rating-result.js';
import { type RunningApp, useOwnApp } from '../../support/app.js';
import { DAY, askForDeletion, deleteDue, erased, leave, sayGoodbye, scrub } from '../../support/erasure.js';
import { gate } from '../../support/gate.js';
import { mailBoxOf } from '../../support/mails.js';
import { registered, verified } from '../../support/people.js';
import { jpegPhoto } from '../../support/photos.js';
import { published } from '../../support/publications.js';
import { sweep } from '../../support/scope.js';
import { settled } from '../../support/settled.js';
import { SmtpPostOffice } from '../../support/smtp.js';
import { Noted, waited } from '../../support/waits.js';

const MINUTE = 60_000;

describe('an erasure that is interrupted', () => {
  const app = useOwnApp('moves the clock, and restarts');

  /** People who have asked for the deletion of their accounts, which are due now. */
  const leavers = async (...emails: readonly string[]) => {
    const people = await Promise.all(emails.map((email) => verified(app, email)));
    for (const { browser } of people) await askForDeletion(browser);
    await settled(app);
    app.clock.advance(7 * DAY);
    return people.map(({ user }) => user) as [User, User];
  };
  const keysOf = async (...ids: readonly string[]) => [
    ...(await app.adapters.storage.keys.find(ids)).values(),
  ];
  const isKept = async (text: string) => (await app.texts()).some((file) => file.includes(text));

  /** Fails one call of a part, before or after the call has done its work. */
  function breakOnce<Part extends object>(
    part: Part,
    method: keyof Part & string,
    when: 'before' | 'after',
    error: Error = new PausingError(`failed ${when} ${method}`),
  ) {
    const working = (part[method] as (...args: unknown[]) => Promise<unknown>).bind(part);
    const fault = { hit: 0 };
    Object.assign(part, {
      [method]: async (...args: unknown[]) => {
        if (fault.hit > 0) return working(...args);
        fault.hit += 1;
        if (when === 'after') await working(...args);
        throw error;
      },
    });
    return fault;
  }

  const PARTS: [string, (running: RunningApp) => object, string][] = [
    ['sessions', ({ adapters }) => adapters.storage.sessions, 'removeAll'],
    ['images', ({ adapters }) => adapters.images, 'delete'],
    ['the mail that is stored', ({ adapters }) => adapters.outbox, 'put'],
    ['the mail that is sent', ({ adapters }) => adapters.mailer, 'send'],
    ['the mail that is removed', ({ adapters }) => adapters.outbox, 'remove'],
    ['the checkpoint', ({ adapters }) => adapters.storage.kernel, 'moveCheckpoint'],
    ['the mails', ({ adapters }) => adapters.mailer, 'forget'],
    ['the key', ({ adapters }) => adapters.storage.keys, 'destroy'],
    ['the log', ({ adapters }) => adapters.storage.log, 'append'],
  ];
  const CASES = PARTS.flatMap(([name, part, method]) =>
    (['before', 'after'] as const).map((when) => [when, name, part, method] as const),
  );

  const BREAK_POINTS = sweep(CASES, ([when, part]) => `${when} ${part}`, [
    'after sessions',
    'before the mail that is sent',
    'after the key',
    'before the log',
  ]);

  it.each(BREAK_POINTS)('a failure %s %s is retried and ends the same', async (when, _, part, method) => {
    const email = `${crypto.randomUUID()}@example.org`;
    const { browser, user } = await verified(app, email);
    const post = await published(browser, Math.floor(app.clock.now().getTime() / DAY));
    await leave(app, browser);
    const fault = breakOnce(part(app) as Record<string, unknown>, method, when);
    await deleteDue(app).catch(() => deleteDue(app));
    expect((await browser.me()).status).toBe(401);
    await settled(app);
    await sayGoodbye(app).catch(() => sayGoodbye(app));
    await erased(app, user.id);

    expect(fault.hit).toBe(1);
    const { log, sessions } = app.adapters.storage;
    expect(await keysOf(user.id)).toEqual(['destroyed']);
    expect(await sessions.ofAccount(user.id, app.clock.now())).toEqual([]);
    expect(await app.adapters.images.exists(post)).toBe(false);
    expect((await app.browser().viewPost(post)).status).toBe(404);
    expect(await isKept(email)).toBe(false);
    expect(await mailBoxOf(app).read(`deleted-${user.id}`)).toMatchObject({
      subject: 'Your account was deleted',
    });
    const events = await log.readStream(`account-${user.id}`);
    expect(events.filter(({ type }) => type === 'AccountDeleted')).toHaveLength(1);
    expect((await verified(app, email)).user.id).not.toBe(user.id);
  });

  it('continues after a restart', async () => {
    const email = 'late.leaver@example.org';
    const { browser, user } = await verified(app, email);
    await leave(app, browser);
    const tries = new Noted<string>();
    app.adapters.storage.keys.destroy = (subject) => {
      tries.push(subject);
      return Promise.reject(new PausingError('the disk is full'));
    };
    await deleteDue(app);
    await app.timer.begun(250);
    await app.timer.advance(250);
    // Two reactions destroy the key, so one of them tries it for the second time.
    await tries.atLeast(3, 'a retry');
    const health = app.server.get(Reactor, { strict: false }).health();
    expect(health.map(({ error }) => error)).toContain('the disk is full');
    await expect(scrub(app)).resolves.toBe(false);
    await app.restart();
    await erased(app, user.id);
    expect(await keysOf(user.id)).toEqual(['destroyed']);
    expect(await isKept(email)).toBe(false);
  });

  it('is retried by the clock when only this account fails, and other accounts are erased meanwhile', async () => {
    const [first, second] = await leavers('first.leaver@example.org', 'second.leaver@example.org');
    const fault = breakOnce(app.adapters.storage.sessions, 'removeAll', 'before', new Error('failed'));
    const reactor = app.server.get(Reactor, { strict: false });
    await deleteDue(app);
    await settled(app);
    expect(fault.hit).toBe(1);
    const erasure = () => reactor.health().find(({ name }) => name === 'account-erasure');
    expect(erasure()).toMatchObject({ error: null, waiting: 1 });
    expect(await keysOf(first.id, second.id)).toEqual(['destroyed', 'destroyed']);
    // This scrub does not cover the late account, so it needs another one.
    await scrub(app);
    app.clock.advance(10_000);
    await reactor.retryDue();
    expect(erasure()).toMatchObject({ waiting: 0, parked: 0 });
    expect(await scrub(app)).toBe(true);
    for (const { id } of [first, second]) await erased(app, id);
    expect([await isKept('first.leaver'), await isKept('second.leaver')]).toEqual([false, false]);
  });

  it('is late, and a scrub for a later one already writes nothing of it', async () => {
    const [late, other] = await leavers('late.erasure@example.org', 'other.erasure@example.org');
    const { outbox } = app.adapters;
    const find = outbox.find.bind(outbox);
    outbox.find = (accountId) =>
      accountId === late.id ? Promise.reject(new Error('failed')) : find(accountId);
    await deleteDue(app);
    await settled(app);
    expect(await keysOf(late.id)).not.toEqual(['destroyed']);
    expect(await scrub(app)).toBe(true);
    expect(await keysOf(late.id)).toEqual(['destroyed']);
    outbox.find = find;
    app.clock.advance(10_000);
    await app.server.get(Reactor, { strict: false }).retryDue();
    for (const { id } of [late, other]) await erased(app, id);
    expect(await mailBoxOf(app).read(`deleted-${late.id}`)).toMatchObject({
      subject: 'Your account was deleted',
    });
  });

  it('drops what was kept of views with texts of people, and nothing else', async () => {
    const { browser, user } = await verified(app, 'kept@example.org');
    await leave(app, browser);
    const part = <Part>(of: abstract new (...args: never[]) => Part) =>
      app.server.get<Part>(of, { strict: false });
    const changed = new Set<string>();
    const keep = (name: string, work: () => Promise<unknown>) =>
      part(RecordedReads).record(work, () => changed.add(name));
    await keep('names of others', () => part(PeopleReader).byIds([crypto.randomUUID()]));
    await keep('the review queue', () => part(ReviewQueueReader).waiting(new Set()));
    await deleteDue(app);
    await settled(app);
    expect([...changed]).toEqual(['names of others']);
    await erased(app, user.id);
  });

  it('repeats a failed scrub', async () => {
    const { browser, user } = await registered(app, 'one.more@example.org');
    await leave(app, browser);
    await deleteDue(app);
    const fault = breakOnce(app.server.get(Projector, { strict: false }), 'scrub', 'before');
    await settled(app);
    await scrub(app).catch(() => undefined);
    expect(fault.hit).toBe(1);
    await erased(app, user.id);
    expect(await isKept('one.more')).toBe(false);
  });

  it('deletes a post that its owner was publishing at that moment', async () => {
    const { browser, user } = await verified(app, 'in.a.hurry@example.org');
    const { body: rating } = await browser.uploadPhoto(await jpegPhoto(790));
    const { log } = app.adapters.storage;
    const append = log.append.bind(log);
    const [reached, held] = [gate(), gate()];
    log.append = async (stream, expected, events) => {
      if (stream.startsWith('post-')) {
        reached.open();
        await held.opened;
      }
      return append(stream, expected, events);
    };
    await askForDeletion(browser);
    app.clock.advance(7 * DAY);
    const publishing = browser.publish(rating);
    await waited('the append of the post', reached.opened);
    const claimed = await log.readStream(`photo-${photoIdIn(rating.imageUrl)}`);
    expect(claimed.map(({ type }) => type)).toContain('RatingClaimed');
    await deleteDue(app);
    await settled(app);
    expect(await keysOf(user.id)).toEqual(['destroyed']);
    held.open();
    const { id } = (await publishing).body;
    await settled(app);
    expect((await app.browser().viewPost(id)).status).toBe(404);
    expect(await app.adapters.images.exists(id)).toBe(false);
    const events = await log.readStream(`post-${id}`);
    expect(events.map(({ type }) => type)).toEqual(['PostPublished', 'PostDeleted']);
  });
});

describe('an erasure with a real mail server', () => {
  let office: SmtpPostOffice;
  beforeAll(async () => {
    office = await new SmtpPostOffice().listen();
  });
  const app = useOwnApp('restarts with a real mail server', {
    later: () => ({ env: { SMTP_URL: office.url } }),
  });
  afterEach(() => {
    office.refuse = {};
  });
  afterAll(() => office.close());

  /** Registers a user who verifies their address with the first mail. */
  const verifiedUser = async (email: string) => {
    const { browser, user } = await registered(app, email);
    await settled(app);
    const mail = office.taken.find(({ to }) => to?.[0]?.address === email);
    const token = /verify-email\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    expect((await browser.verifyEmail(token)).status).toBe(200);
    return { browser, user };
  };
  const isKept = async (email: string) => (await app.texts()).some((text) => text.includes(email));
  const keyOf = async (accountId: string) =>
    (await app.adapters.storage.keys.find([accountId])).get(accountId);
  const taken = (...addresses: readonly string[]) =>
    office.taken
      .map(({ to, subject }) => [to?.[0]?.address ?? '', subject])
      .filter(([address = '']) => addresses.includes(address));

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
    expect(taken(email)).toEqual([[email, 'Your account was deleted']]);
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
    expect(taken(email)).toEqual([]);
  });

  it('stores the mail again if the outbox was lost before the key is destroyed', async () => {
    const email = 'lost.outbox@example.org';
    const { browser } = await verifiedUser(email);
    await leave(app, browser);
    const lost = jest.spyOn(app.adapters.outbox, 'put').mockResolvedValueOnce();
    await deleteDue(app);
    await settled(app);
    await sayGoodbye(app);
    expect(lost.mock.calls.length).toBeGreaterThan(1);
    lost.mockRestore();
    expect(taken(email).at(-1)).toEqual([email, 'Your account was deleted']);
  });

  it('sends no goodbye for an account that was not deleted, and discards the mail after 24 hours', async () => {
    const email = 'stays@example.org';
    const { user } = await verifiedUser(email);
    // The state after a crash between storing the mail and deleting the account.
    await app.server.get(Goodbyes, { strict: false }).store(user.id, app.clock.now());
    await sayGoodbye(app);
    expect(await app.adapters.outbox.list()).toHaveLength(1);
    app.clock.advance(DAY);
    await sayGoodbye(app);
    expect(await app.adapters.outbox.list()).toEqual([]);
    expect(taken(email)).toHaveLength(1);
  });

  it('completes while the address refuses mails, and sends the mail later, also after a restart', async () => {
    const [email, bob] = ['full.mailbox@example.org', 'bob@example.org'];
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
    await registered(app, bob);
    await settled(app);
    await sayGoodbye(app);
    expect(taken(email, bob)).toHaveLength(2);
    app.clock.advance(MINUTE);
    await sayGoodbye(app);
    await sayGoodbye(app);
    expect(taken(email, bob)).toEqual([
      [email, 'Please verify your email address'],
      [bob, 'Please verify your email address'],
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
