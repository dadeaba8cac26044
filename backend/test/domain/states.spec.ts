import { account } from '../../src/domain/account/account.js';
import { noAccount } from '../../src/domain/account/account-state.js';
import { comment } from '../../src/domain/comment/comment.js';
import { photo } from '../../src/domain/photo/photo.js';
import { post } from '../../src/domain/post/post.js';
import { type AnyAggregate, evolveAll } from '../../src/kernel/aggregate.js';
import { deleted, facts, registered, verified } from '../support/account-story.js';
import type { Happened } from '../support/given.js';
import { photoAdmitted, photoRated, postDeleted, postPublished } from '../support/made-up.js';

const AT = '2026-11-21T09:00:00.000Z';
const LATER = '2026-11-21T10:00:00.000Z';

/** What is made of these events: what is answered to whoever wrote them. */
const stateOf = (aggregate: AnyAggregate, ...story: readonly Happened[]) =>
  evolveAll(
    aggregate,
    aggregate.initial,
    story.map(({ type, data, at = AT }) => ({ type, data, metadata: { at } })),
  );

describe('the state of an account', () => {
  const verification = { verificationId: 'v1', tokenHash: 't1', expiresAt: LATER };
  const reset = { resetId: 'r1', tokenHash: 't2', expiresAt: LATER };
  const { email, emailHash, username } = facts;
  const fresh = {
    ...noAccount,
    registered: { email, emailHash, username },
    createdAt: AT,
    passwordHash: 'first password',
  };

  it('says who was registered and when, and what was proved', () => {
    expect(stateOf(account, registered)).toEqual(fresh);
    const requested = { ...verification, accountId: 'ann', email, emailHash, username };
    expect(
      stateOf(account, registered, { type: 'VerificationRequested', data: requested }, verified),
    ).toEqual({
      ...fresh,
      verification,
      verified: true,
    });
  });

  it.each(['PasswordReset', 'PasswordChanged'] as const)('says since when a password holds: %s', (type) => {
    const asked = { type: 'PasswordResetRequested', data: { accountId: 'ann', ...reset } } as const;
    expect(stateOf(account, registered, asked)).toEqual({ ...fresh, reset });
    const set = { type, at: LATER, data: { accountId: 'ann', passwordHash: 'another' } };
    expect(stateOf(account, registered, asked, set)).toEqual({
      ...fresh,
      passwordHash: 'another',
      passwordChangedAt: LATER,
    });
  });

  it('says why its owner may not write, until they may', () => {
    const suspended = { type: 'AccountSuspended', data: { accountId: 'ann', reason: 'Spam.' } } as const;
    const restored = { type: 'AccountRestored', data: { accountId: 'ann', reason: 'A mistake.' } } as const;
    expect(stateOf(account, registered, suspended)).toEqual({ ...fresh, suspension: { reason: 'Spam.' } });
    expect(stateOf(account, registered, suspended, restored)).toEqual(fresh);
  });

  it('says that it is deleted, and shows no picture then', () => {
    const data = { accountId: 'ann', pictureId: 'p1', previousId: null };
    const pictured = { type: 'ProfilePictureChanged', data } as const;
    expect(stateOf(account, registered, pictured)).toEqual({ ...fresh, pictureId: 'p1' });
    expect(stateOf(account, registered, pictured, deleted)).toEqual({ ...fresh, deleted: true });
  });
});

describe('the state of a post', () => {
  it.each([true, false])('says whose it is and whether everybody may see it: %s', (isPublic) => {
    const published = postPublished('p1', { isPublic });
    const shown = { ownerId: 'ann', imageHash: published.data.picture.imageHash, isPublic, deleted: false };
    expect(stateOf(post, published)).toEqual(shown);
    expect(stateOf(post, published, postDeleted('p1'))).toEqual({ ...shown, deleted: true });
  });
});

describe('the state of a comment', () => {
  const data = {
    commentId: 'c1',
    postId: 'p1',
    postOwnerId: 'ann',
    authorId: 'bob',
    parent: null,
    text: 'Lovely light.',
  };
  const { text: _, ...rest } = data;

  it('says what was posted and when, and that it is gone', () => {
    const posted = { type: 'CommentPosted', at: LATER, data } as const;
    expect(stateOf(comment, posted)).toEqual({ posted: data, postedAt: LATER, deleted: false });
    const removed = { type: 'CommentDeleted', data: { ...rest, because: 'author' } } as const;
    expect(stateOf(comment, posted, removed)).toEqual({ posted: data, postedAt: LATER, deleted: true });
  });
});

describe('the state of a photo', () => {
  const { picture, verdict, reasons, scores, score, comment: words } = photoRated('p1').data;
  const known = { picture, verdict, reasons, judge: 'demo' };

  it('says what rating was issued for which picture, and who has claimed it', () => {
    const rating = { scores, score, comment: words };
    const rated = { stage: 'rated', admitted: { ...known, rating }, claimedBy: null };
    expect(stateOf(photo, photoRated('p1'))).toEqual(rated);
    const claimed = { type: 'RatingClaimed', data: { photoId: 'p1', accountId: 'bob' } } as const;
    expect(stateOf(photo, photoRated('p1'), claimed)).toEqual({ ...rated, claimedBy: 'bob' });
  });

  it('says whose it is where no rating was asked for', () => {
    expect(stateOf(photo, photoAdmitted('p1'))).toEqual({
      stage: 'admitted',
      admitted: { ...known, rating: null },
      claimedBy: 'ann',
    });
  });
});
