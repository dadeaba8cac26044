import { Projector } from '../../src/kernel/views/projector.js';
import { PausingError } from '../../src/kernel/reaction.js';
import { Reactor } from '../../src/kernel/reactions/reactor.js';
import { RecordedReads } from '../../src/kernel/recorded-reads.js';
import { PeopleReader } from '../../src/projections/accounts/people.js';
import { ReviewQueueReader } from '../../src/projections/moderation/review-queue.js';
import { photoIdIn } from '../../src/projections/photos/rating-result.js';
import { type RunningApp, useOwnApp } from '../support/app.js';
import { DAY, askForDeletion, deleteDue, erased, leave, sayGoodbye, scrub } from '../support/erasure.js';
import { gate } from '../support/gate.js';
import { mailBoxOf } from '../support/mails.js';
import { registered, verified } from '../support/people.js';
import { jpegPhoto } from '../support/photos.js';
import { published } from '../support/publications.js';
import { sweep } from '../support/scope.js';
import { settled } from '../support/settled.js';
import { Noted, waited } from '../support/waits.js';

describe('an erasure that is interrupted', () => {
  const app = useOwnApp('not shared yet');

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
    const { keys, log, sessions } = app.adapters.storage;
    expect(await keys.find([user.id])).toEqual(new Map([[user.id, 'destroyed']]));
    expect(await sessions.ofAccount(user.id, app.clock.now())).toEqual([]);
    expect(await app.adapters.images.exists(post)).toBe(false);
    expect((await app.browser().viewPost(post)).status).toBe(404);
    expect((await app.texts()).some((text) => text.includes(email))).toBe(false);
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
    expect(await app.adapters.storage.keys.find([user.id])).toEqual(new Map([[user.id, 'destroyed']]));
    expect((await app.texts()).some((text) => text.includes(email))).toBe(false);
  });

  it('is retried by the clock when only this account fails, and other accounts are erased meanwhile', async () => {
    const first = await verified(app, 'first.leaver@example.org');
    const second = await verified(app, 'second.leaver@example.org');
    for (const { browser } of [first, second]) await askForDeletion(browser);
    await settled(app);
    app.clock.advance(7 * DAY);
    const { sessions, keys } = app.adapters.storage;
    const fault = breakOnce(sessions, 'removeAll', 'before', new Error('failed'));
    const reactor = app.server.get(Reactor, { strict: false });
    await deleteDue(app);
    await settled(app);
    expect(fault.hit).toBe(1);
    const erasure = () => reactor.health().find(({ name }) => name === 'account-erasure');
    expect(erasure()).toMatchObject({ error: null, waiting: 1 });
    expect([...(await keys.find([first.user.id, second.user.id])).values()]).toEqual([
      'destroyed',
      'destroyed',
    ]);
    // This scrub does not cover the late account, so it needs another one.
    await scrub(app);
    app.clock.advance(10_000);
    await reactor.retryDue();
    expect(erasure()).toMatchObject({ waiting: 0, parked: 0 });
    expect(await scrub(app)).toBe(true);
    for (const { user } of [first, second]) await erased(app, user.id);
    expect((await app.texts()).some((text) => /(?:first|second)[.]leaver/.test(text))).toBe(false);
  });

  it('is late, and a scrub for a later one already writes nothing of it', async () => {
    const late = await verified(app, 'late.erasure@example.org');
    const other = await verified(app, 'other.erasure@example.org');
    for (const { browser } of [late, other]) await askForDeletion(browser);
    await settled(app);
    app.clock.advance(7 * DAY);
    const { outbox } = app.adapters;
    const find = outbox.find.bind(outbox);
    outbox.find = (accountId) =>
      accountId === late.user.id ? Promise.reject(new Error('failed')) : find(accountId);
    await deleteDue(app);
    await settled(app);
    const keyOf = async () => (await app.adapters.storage.keys.find([late.user.id])).get(late.user.id);
    expect(await keyOf()).not.toBe('destroyed');
    expect(await scrub(app)).toBe(true);
    expect(await keyOf()).toBe('destroyed');
    outbox.find = find;
    app.clock.advance(10_000);
    await app.server.get(Reactor, { strict: false }).retryDue();
    for (const { user } of [late, other]) await erased(app, user.id);
    expect(await mailBoxOf(app).read(`deleted-${late.user.id}`)).toMatchObject({
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
    await keep('the review queue', () => part(ReviewQueueReader).waiting());
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
    expect((await app.texts()).some((text) => text.includes('one.more'))).toBe(false);
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
    expect((await app.adapters.storage.keys.find([user.id])).get(user.id)).toBe('destroyed');
    held.open();
    const { id } = (await publishing).body;
    await settled(app);
    expect((await app.browser().viewPost(id)).status).toBe(404);
    expect(await app.adapters.images.exists(id)).toBe(false);
    const events = await log.readStream(`post-${id}`);
    expect(events.map(({ type }) => type)).toEqual(['PostPublished', 'PostDeleted']);
  });
});
