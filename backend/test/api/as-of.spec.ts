import type { AsOf } from '../../src/api/as-of/as-of.contract.js';
import { factsOfBoost } from '../../src/api/as-of/facts.js';
import type { PaymentDocument } from '../../src/projections/payments/payments.js';
import type { Browser } from '../support/browser.js';
import { DESK } from '../support/desk.js';
import { HoldDesk } from '../support/legal-hold.js';

describe('something as of a moment', () => {
  let desk: HoldDesk;
  beforeAll(async () => {
    desk = await HoldDesk.open();
  });
  afterAll(() => desk.app.stop());

  const asOf = (by: Browser, what: string, at: number | string | null = null) =>
    by.get<AsOf>(`${DESK}/as-of/${what}${at === null ? '' : `?at=${at}`}`);
  const factOf = ({ facts }: AsOf, name: string) => {
    const fact = facts.find((known) => known.name === name);
    return fact && [fact.was?.text ?? null, fact.now?.text ?? null, fact.isChanged];
  };

  it('shows a post that was hidden and shown, at each of its events, beside the post now', async () => {
    const { author, postId } = await desk.posted();
    const before = desk.app.clock.now().toISOString();
    desk.app.clock.advance(60_000);
    const hidden = await desk.moderator.hide(postId);
    desk.app.clock.advance(60_000);
    expect((await desk.moderator.undo(hidden.body.actId)).status).toBe(200);
    const what = `post/${postId}`;

    const { status, body: now } = await asOf(desk.moderator, what);
    expect([status, now.existed, now.exists, now.position, now.earlier, now.later]).toEqual([
      200,
      true,
      true,
      null,
      0,
      0,
    ]);
    expect(now.stops.map(({ type }) => type)).toEqual(['PostPublished', 'PostHidden', 'PostActUndone']);
    expect(now.facts.filter(({ isChanged }) => isChanged)).toEqual([]);
    const [published, hiding] = now.stops;

    for (const at of [hiding?.id, hiding?.position, hiding?.at]) {
      const { body } = await asOf(desk.moderator, what, at);
      expect([at, factOf(body, 'Hidden'), factOf(body, 'Public')]).toEqual([
        at,
        ['yes', 'no', true],
        ['no', 'yes', true],
      ]);
      expect(factOf(body, 'Owner')).toEqual([
        author.user.anonymousUsername,
        author.user.anonymousUsername,
        false,
      ]);
      expect([body.line?.id, body.line?.type]).toEqual([hiding?.id, 'PostHidden']);
    }
    const { body: earlier } = await asOf(desk.moderator, what, before);
    expect([earlier.line?.id, factOf(earlier, 'Hidden')]).toEqual([published?.id, ['no', 'no', false]]);

    const { body: none } = await asOf(desk.moderator, what, '1999-12-31T23:59:59Z');
    expect([none.existed, none.exists, none.line, none.stops.length]).toEqual([false, true, null, 3]);
  });

  it('answers unclear moments and unknown things with an error', async () => {
    const { postId } = await desk.posted();
    for (const [what, at, expected] of [
      [`post/${postId}`, 'yesterday', 400],
      [`post/${postId}`, '2026-13-01T00:00:00Z', 400],
      [`post/${postId}`, '2026-02-30T00:00:00Z', 400],
      [`post/${postId}`, crypto.randomUUID(), 404],
      [`post/${crypto.randomUUID()}`, null, 404],
      ['post/x', null, 404],
      [`person/${postId}`, null, 404],
      [`week/${'9'.repeat(300)}`, null, 404],
    ] as const) {
      expect([what, at, (await asOf(desk.owner, what, at)).status]).toEqual([what, at, expected]);
    }
  });

  it('shows nothing of a legal hold to moderators', async () => {
    const { postId, actId } = await desk.held();
    const what = `post/${postId}`;
    expect((await asOf(desk.moderator, what)).status).toBe(404);
    const { body: held } = await asOf(desk.owner, what);
    expect([factOf(held, 'Under legal hold'), held.stops.at(-1)?.type]).toEqual([
      ['yes', 'yes', false],
      'PostEscalated',
    ]);
    expect((await desk.lift(actId)).status).toBe(200);
    const { position } = held.stops.at(-1) ?? {};
    const { body: ofOwner } = await asOf(desk.owner, what, position);
    expect([factOf(ofOwner, 'Under legal hold'), factOf(ofOwner, 'Public')]).toEqual([
      ['yes', 'no', true],
      ['no', 'yes', true],
    ]);
    const { body } = await asOf(desk.moderator, what, position);
    expect(body.stops.map(({ type }) => type)).toEqual(['PostPublished']);
    expect([factOf(body, 'Under legal hold'), factOf(body, 'Public')]).toEqual([
      undefined,
      ['yes', 'yes', false],
    ]);
  });

  it('shows a person to owners with a masked address, and to moderators without one', async () => {
    const { user, browser } = await desk.join();
    await browser.patch('/api/user/profile', { bio: 'I walk.' });
    const { body } = await asOf(desk.owner, `person/${user.id}`);
    const registered = body.stops[0]?.position;
    const { body: then } = await asOf(desk.owner, `person/${user.id}`, registered);
    expect([factOf(then, 'Email')?.[0], factOf(then, 'Bio')]).toEqual([
      expect.stringMatching(/^p•••@e•••\.org$/),
      [null, 'I walk.', true],
    ]);
    expect(JSON.stringify(then)).not.toContain('@example');
    const { body: seen } = await asOf(desk.moderator, `person/${user.id}`, registered);
    expect([factOf(seen, 'Email'), factOf(seen, 'Bio')]).toEqual([undefined, [null, 'I walk.', true]]);
    expect(seen.stops.map(({ type }) => type)).toEqual(['ProfileChanged']);
  });

  it('says until when a person is suspended: the last end, or until it is lifted', async () => {
    const { user } = await desk.join();
    const suspend = (days: number | null) => {
      const endsAt = days === null ? null : new Date(+desk.app.clock.now() + days * 86_400_000).toISOString();
      const suspension = { reason: 'spam', note: '', endsAt, hidePosts: false };
      return desk.owner.post(`${DESK}/users/${user.id}/suspend`, suspension);
    };
    const until = async () => {
      const { body } = await asOf(desk.owner, `person/${user.id}`);
      const now = body.facts.find(({ name }) => name === 'Suspended until')?.now;
      return now && [now.text, now.isTime];
    };
    expect(await until()).toBeNull();
    expect((await suspend(9)).status).toBe(200);
    expect((await suspend(2)).status).toBe(200);
    const last = new Date(+desk.app.clock.now() + 9 * 86_400_000).toISOString();
    expect(await until()).toEqual([last, true]);
    expect((await suspend(null)).status).toBe(200);
    expect(await until()).toEqual(['it is lifted', false]);
  });

  it('says of the time that is left of a boost its days, hours and minutes', () => {
    const boost = { remainingMs: 6 * 86_400_000 + 5 * 3_600_000 } as PaymentDocument['boost'];
    expect(factsOfBoost({ boost } as PaymentDocument)['Time left']).toEqual({ text: '6 days 5 hours' });
  });
});
