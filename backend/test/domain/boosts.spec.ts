import { Boosts } from '../../src/domain/boosts/boosts.js';
import {
  DAY,
  HOUR,
  NOW,
  after,
  applied,
  apply,
  boost,
  dispute,
  grant,
  held,
  hidden,
  hold,
  post,
  purchase,
  purchased,
  rank,
  release,
  released,
} from '../support/boost-story.js';
import { given } from '../support/given.js';

describe('a boost that is paid', () => {
  it('is unclaimed', () => given(Boosts).when(grant()).then(purchased));

  it('is granted once', () => given(Boosts, purchased).when(grant()).thenNothing());

  it('is applied at once to the post it was bought for', () =>
    given(Boosts).when(grant({ post, rank })).then(purchased, applied));

  it.each([
    ['gone', null],
    ['hidden', { ...post, isPublic: false }],
    ['of another person', { ...post, ownerId: 'bob' }],
  ])('stays unclaimed if the post is %s', (_, target) =>
    given(Boosts)
      .when(grant({ post: target, rank }))
      .then(purchased),
  );

  it('stays unclaimed if the post is boosted by then', () => {
    const second = { ...purchase, boostId: 'b2' };
    given(Boosts, purchased, applied)
      .when(Boosts.GrantBoost({ ...second, target: { post, rank }, now: NOW }))
      .then({ type: 'BoostPurchased', data: second });
  });
});

describe('applying a boost', () => {
  it('starts its time', () => given(Boosts, purchased).when(apply()).then(applied));

  it('lasts seven days if it is a mega boost', () => {
    const mega = { ...purchase, boostType: 'mega' } as const;
    const expiresAt = after(7 * DAY);
    given(Boosts, { type: 'BoostPurchased', data: mega })
      .when(apply())
      .then({ type: 'BoostApplied', data: { ...applied.data, boostType: 'mega', expiresAt } });
  });

  it('takes the oldest unclaimed one', () => {
    const second = { type: 'BoostPurchased', data: { ...purchase, boostId: 'b2' } } as const;
    given(Boosts, purchased, second).when(apply()).then(applied);
  });

  it('takes the one that is named', () => {
    const second = { type: 'BoostPurchased', data: { ...purchase, boostId: 'b2' } } as const;
    given(Boosts, purchased, second)
      .when(apply({ boostId: 'b2' }))
      .then({ type: 'BoostApplied', data: { ...applied.data, boostId: 'b2' } });
  });

  it('takes no other in the place of one that is named and used', () => {
    const second = { type: 'BoostPurchased', data: { ...purchase, boostId: 'b2' } } as const;
    given(Boosts, purchased, second, applied)
      .when(apply({ boostId: 'b1', post: { ...post, postId: 'p2' } }))
      .thenRejected('This boost is not unused.', 'conflict');
  });

  it('needs an unclaimed one', () =>
    given(Boosts).when(apply()).thenRejected('You have no unused boost.', 'conflict'));

  it('spends none twice', () =>
    given(Boosts, purchased, applied)
      .when(apply({ post: { ...post, postId: 'p2' } }))
      .thenRejected('You have no unused boost.', 'conflict'));

  it('boosts no post twice', () => {
    const second = { type: 'BoostPurchased', data: { ...purchase, boostId: 'b2' } } as const;
    given(Boosts, purchased, applied, second)
      .when(apply({ now: after(DAY - 1) }))
      .thenRejected('This post already has a boost.', 'conflict');
  });

  it('boosts a post again at the second its boost ends, whether or not that is recorded', () => {
    const second = { type: 'BoostPurchased', data: { ...purchase, boostId: 'b2' } } as const;
    const now = after(DAY);
    given(Boosts, purchased, applied, second)
      .when(apply({ now }))
      .then({
        type: 'BoostApplied',
        data: { ...applied.data, boostId: 'b2', appliedAt: now, expiresAt: after(2 * DAY) },
      });
  });

  it('boosts no post whose boost is held', () => {
    const second = { type: 'BoostPurchased', data: { ...purchase, boostId: 'b2' } } as const;
    given(Boosts, purchased, applied, held(), second)
      .when(apply({ now: after(3 * DAY) }))
      .thenRejected('This post already has a boost.', 'conflict');
  });

  it('is for one’s own posts', () =>
    given(Boosts, purchased)
      .when(apply({ post: { ...post, ownerId: 'bob' } }))
      .thenRejected('You can only boost your own posts.', 'forbidden'));

  it('is for public posts', () =>
    given(Boosts, purchased)
      .when(apply({ post: { ...post, isPublic: false } }))
      .thenRejected('A hidden post cannot be boosted.', 'conflict'));
});

describe('holding a boost', () => {
  it('whose time is over ends it', () => {
    const data = { ...boost, postId: 'p1', because: 'expired', endedAt: after(DAY) } as const;
    given(Boosts, purchased, applied)
      .when(hold(after(DAY)))
      .then({ type: 'BoostEnded', data });
  });

  it('keeps the time that is left', () =>
    given(Boosts, purchased, applied)
      .when(hold(after(HOUR)))
      .then(held()));

  it('keeps all of the time if it was not applied', () =>
    given(Boosts, purchased)
      .when(hold(after(HOUR)))
      .then(held(dispute, null, DAY)));

  it('happens once for each cause', () => {
    given(Boosts, purchased, applied, held())
      .when(hold(after(2 * HOUR)))
      .thenNothing();
    given(Boosts, purchased, applied, held())
      .when(hold(after(2 * HOUR), hidden))
      .then(held(hidden));
  });

  it('gives the time back to the post when it is lifted', () =>
    given(Boosts, purchased, applied, held())
      .when(release(after(5 * DAY)))
      .then(released({ postId: 'p1', expiresAt: after(5 * DAY + 23 * HOUR) })));

  it.each([
    ['gone', null],
    ['hidden', { ...post, isPublic: false }],
    ['another one', { ...post, postId: 'p2' }],
  ])('makes it unclaimed with that time if the post is %s', (_, back) => {
    given(Boosts, purchased, applied, held())
      .when(release(after(DAY), back))
      .then(released({}));
    given(Boosts, purchased, applied, held(), released({}))
      .when(apply({ now: after(DAY) }))
      .then({
        type: 'BoostApplied',
        data: { ...applied.data, appliedAt: after(DAY), expiresAt: after(DAY + 23 * HOUR) },
      });
  });

  it('goes on while another cause remains', () => {
    const first = released({ stillHeld: true, postId: 'p1' });
    given(Boosts, purchased, applied, held(), held(hidden))
      .when(release(after(DAY)))
      .then(first);
    given(Boosts, purchased, applied, held(), held(hidden), first)
      .when(release(after(DAY), post, hidden))
      .then(released({ hold: hidden, postId: 'p1', expiresAt: after(DAY + 23 * HOUR) }));
  });

  it('is lifted by its own cause only', () =>
    given(Boosts, purchased, applied, held())
      .when(release(after(DAY), post, hidden))
      .thenNothing());
});

describe('the end of a boost', () => {
  const ended = (because: 'expired' | 'post deleted', endedAt: string) =>
    ({ type: 'BoostEnded', data: { ...boost, postId: 'p1', because, endedAt } }) as const;

  it('is recorded when its time is over, with that time', () => {
    given(Boosts, purchased, applied)
      .when(Boosts.ExpireBoost({ ...boost, now: after(DAY - 1) }))
      .thenNothing();
    given(Boosts, purchased, applied)
      .when(Boosts.ExpireBoost({ ...boost, now: after(DAY + HOUR) }))
      .then(ended('expired', after(DAY)));
  });

  it('comes with the deletion of its post', () =>
    given(Boosts, purchased, applied)
      .when(Boosts.EndBoostOfPost({ userId: 'ann', postId: 'p1', now: after(HOUR) }))
      .then(ended('post deleted', after(HOUR))));

  it('does not come to a held one with its post: it is unclaimed later', () =>
    given(Boosts, purchased, applied, held())
      .when(Boosts.EndBoostOfPost({ userId: 'ann', postId: 'p1', now: after(2 * HOUR) }))
      .thenNothing());

  it('does not come with the deletion of a post without a boost', () =>
    given(Boosts, purchased, applied)
      .when(Boosts.EndBoostOfPost({ userId: 'ann', postId: 'p2', now: after(HOUR) }))
      .thenNothing());
});

describe('the notice of the end of a boost', () => {
  const notify = (now: string) => Boosts.NotifyBoostEnding({ ...boost, now });
  const notified = {
    type: 'BoostEndingNotified',
    data: { ...boost, boostType: 'regular', postId: 'p1', expiresAt: after(DAY) },
  } as const;
  const past = [purchased, applied] as const;

  it('is given once, in the last hour', () => {
    given(Boosts, ...past)
      .when(notify(after(DAY - HOUR - 1)))
      .thenNothing();
    given(Boosts, ...past)
      .when(notify(after(DAY - HOUR)))
      .then(notified);
    given(Boosts, ...past, notified)
      .when(notify(after(DAY - 1)))
      .thenNothing();
    given(Boosts, ...past)
      .when(notify(after(DAY)))
      .thenNothing();
    given(Boosts, purchased)
      .when(notify(after(DAY - 1)))
      .thenNothing();
  });

  it('is given again for another end', () => {
    const expiresAt = after(3 * DAY);
    const back = released({ postId: 'p1', expiresAt });
    given(Boosts, ...past, notified, held(), back)
      .when(notify(after(3 * DAY - 1)))
      .then({ ...notified, data: { ...notified.data, expiresAt } });
  });
});

describe('taking back a boost', () => {
  const revoke = (now: string) => Boosts.RevokeBoost({ ...boost, because: 'refunded', now });
  const revoked = (postId: string | null, remainingMs: number) =>
    ({ type: 'BoostRevoked', data: { ...boost, postId, because: 'refunded', remainingMs } }) as const;

  it.each([
    ['an unclaimed one', [purchased], revoked(null, DAY)],
    ['an active one', [purchased, applied], revoked('p1', 23 * HOUR)],
    ['a held one', [purchased, applied, held()], revoked('p1', 23 * HOUR)],
  ] as const)('works for %s', (_, history, expected) =>
    given(Boosts, ...history)
      .when(revoke(after(HOUR)))
      .then(expected),
  );

  it('happens once', () =>
    given(Boosts, purchased, revoked(null, DAY))
      .when(revoke(after(HOUR)))
      .thenNothing());

  it('records the end of one that is used up', () =>
    given(Boosts, purchased, applied)
      .when(revoke(after(2 * DAY)))
      .then({
        type: 'BoostEnded',
        data: { ...boost, postId: 'p1', because: 'expired', endedAt: after(DAY) },
      }));

  it('is undone with the time that was left, if the refund fails', () => {
    const reinstate = Boosts.ReinstateBoost({ ...boost, now: after(DAY) });
    const back = { type: 'BoostReinstated', data: { ...boost, remainingMs: HOUR } } as const;
    given(Boosts, purchased, revoked(null, HOUR)).when(reinstate).then(back);
    given(Boosts, purchased, revoked(null, HOUR), back).when(reinstate).thenNothing();
  });

  it('needs the boost', () => given(Boosts).when(revoke(NOW)).thenRejected('Boost not found', 'notFound'));
});
