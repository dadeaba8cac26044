import type { AsOf } from '../../../src/api/as-of/as-of.contract.js';
import { factsOfBoost } from '../../../src/api/as-of/facts.js';
import type { PaymentDocument } from '../../../src/projections/payments/payments.js';
import { useAdmin } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import type { Browser } from '../../support/browser.js';
import { DESK } from '../../support/desk.js';
import { usePerson, verified } from '../../support/people.js';
import { publishPost } from '../../support/posts.js';

describe('something as of a moment', () => {
  const app = useOwnApp('moves the clock');
  const moderator = useAdmin(app, 'moe');
  const owner = useAdmin(app, 'olga', 'owner');
  const ann = usePerson(app, 'ann@example.org');
  const posted = () => publishPost(app, ann.id, 7);

  const asOf = (by: Browser, what: string, at: number | string | null = null) =>
    by.get<AsOf>(`${DESK}/as-of/${what}${at === null ? '' : `?at=${at}`}`);
  const factOf = ({ facts }: AsOf, name: string) => {
    const fact = facts.find((known) => known.name === name);
    return fact && [fact.was?.text ?? null, fact.now?.text ?? null, fact.isChanged];
  };

  it('shows a post that was hidden and shown, at each of its events, beside the post now', async () => {
    const postId = await posted();
    const before = app.clock.now().toISOString();
    app.clock.advance(60_000);
    const hidden = await moderator.hide(postId);
    app.clock.advance(60_000);
    expect((await moderator.undo(hidden.body.actId)).status).toBe(200);
    const what = `post/${postId}`;

    const { status, body: now } = await asOf(moderator, what);
    expect(status).toBe(200);
    expect(now).toMatchObject({ existed: true, exists: true, position: null, earlier: 0, later: 0 });
    expect(now.stops.map(({ type }) => type)).toEqual(['PostPublished', 'PostHidden', 'PostActUndone']);
    expect(now.facts.filter(({ isChanged }) => isChanged)).toEqual([]);
    const [published, hiding] = now.stops;

    for (const at of [hiding?.id, hiding?.position, hiding?.at]) {
      const { body } = await asOf(moderator, what, at);
      expect([at, factOf(body, 'Hidden'), factOf(body, 'Public')]).toEqual([
        at,
        ['yes', 'no', true],
        ['no', 'yes', true],
      ]);
      const name = ann.user.anonymousUsername;
      expect(factOf(body, 'Owner')).toEqual([name, name, false]);
      expect([body.line?.id, body.line?.type]).toEqual([hiding?.id, 'PostHidden']);
    }
    const { body: earlier } = await asOf(moderator, what, before);
    expect([earlier.line?.id, factOf(earlier, 'Hidden')]).toEqual([published?.id, ['no', 'no', false]]);

    const { body: none } = await asOf(moderator, what, '1999-12-31T23:59:59Z');
    expect([none.existed, none.exists, none.line, none.stops.length]).toEqual([false, true, null, 3]);
  });

  it('answers unclear moments and unknown things with an error', async () => {
    const postId = await posted();
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
      expect([what, at, (await asOf(owner, what, at)).status]).toEqual([what, at, expected]);
    }
  });

  it('shows nothing of a legal hold to moderators', async () => {
    const postId = await posted();
    const { body: hold } = await moderator.escalate(postId, { reason: 'minor', note: 'Reported.' });
    expect(hold.status).toBe('escalated');
    const what = `post/${postId}`;
    expect((await asOf(moderator, what)).status).toBe(404);
    const { body: held } = await asOf(owner, what);
    expect([factOf(held, 'Under legal hold'), held.stops.at(-1)?.type]).toEqual([
      ['yes', 'yes', false],
      'PostEscalated',
    ]);
    expect((await owner.undo(hold.actId)).status).toBe(200);
    const { position } = held.stops.at(-1) ?? {};
    const { body: ofOwner } = await asOf(owner, what, position);
    expect([factOf(ofOwner, 'Under legal hold'), factOf(ofOwner, 'Public')]).toEqual([
      ['yes', 'no', true],
      ['no', 'yes', true],
    ]);
    const { body } = await asOf(moderator, what, position);
    expect(body.stops.map(({ type }) => type)).toEqual(['PostPublished']);
    expect([factOf(body, 'Under legal hold'), factOf(body, 'Public')]).toEqual([
      undefined,
      ['yes', 'yes', false],
    ]);
  });

  it('shows a person to owners with a masked address, and to moderators without one', async () => {
    const { user } = ann;
    await ann.changeProfile({ bio: 'I walk.' });
    const { body } = await asOf(owner, `person/${user.id}`);
    const registered = body.stops[0]?.position;
    const { body: then } = await asOf(owner, `person/${user.id}`, registered);
    expect([factOf(then, 'Email')?.[0], factOf(then, 'Bio')]).toEqual([
      expect.stringMatching(/^a•••@e•••\.org$/),
      [null, 'I walk.', true],
    ]);
    expect(JSON.stringify(then)).not.toContain('@example');
    const { body: seen } = await asOf(moderator, `person/${user.id}`, registered);
    expect([factOf(seen, 'Email'), factOf(seen, 'Bio')]).toEqual([undefined, [null, 'I walk.', true]]);
    expect(seen.stops.map(({ type }) => type)).toEqual(['ProfileChanged']);
  });

  it('says until when a person is suspended: the last end, or until it is lifted', async () => {
    const { user } = await verified(app, 'bob@example.org');
    const suspend = (days: number | null) => {
      const endsAt = days === null ? null : new Date(+app.clock.now() + days * 86_400_000).toISOString();
      const suspension = { reason: 'spam', note: '', endsAt, hidePosts: false };
      return owner.post(`${DESK}/users/${user.id}/suspend`, suspension);
    };
    const until = async () => {
      const { body } = await asOf(owner, `person/${user.id}`);
      const now = body.facts.find(({ name }) => name === 'Suspended until')?.now;
      return now && [now.text, now.isTime];
    };
    expect(await until()).toBeNull();
    expect((await suspend(9)).status).toBe(200);
    expect((await suspend(2)).status).toBe(200);
    const last = new Date(+app.clock.now() + 9 * 86_400_000).toISOString();
    expect(await until()).toEqual([last, true]);
    expect((await suspend(null)).status).toBe(200);
    expect(await until()).toEqual(['it is lifted', false]);
  });

  it('says of the time that is left of a boost its days, hours and minutes', () => {
    const boost = { remainingMs: 6 * 86_400_000 + 5 * 3_600_000 } as PaymentDocument['boost'];
    expect(factsOfBoost({ boost } as PaymentDocument)['Time left']).toEqual({ text: '6 days 5 hours' });
  });
});
