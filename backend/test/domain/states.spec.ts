import { unmoderated } from '../../src/domain/post/post-moderation.js';
import { Account } from '../../src/domain/account/account.js';
import { noAccount } from '../../src/domain/account/account-state.js';
import { Comment } from '../../src/domain/comment/comment.js';
import { Photo } from '../../src/domain/photo/photo.js';
import { Post } from '../../src/domain/post/post.js';
import { type AnyAggregate, evolveAll } from '../../src/kernel/aggregate.js';
import { deleted, facts, registered, verified } from '../support/account-story.js';
import type { Happened } from '../support/given.js';
import { photoAdmitted, photoRated, postDeleted, postPublished } from '../support/made-up.js';
import { SUSPENSION, suspensionFor } from '../support/suspensions.js';

const AT = '2026-11-21T09:00:00.000Z';
const LATER = '2026-11-21T10:00:00.000Z';

/** The state after these events, which the writer of them is answered. */
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

  it('has the registration, its time, and whether the address is verified', () => {
    expect(stateOf(Account, registered)).toEqual(fresh);
    const requested = { ...verification, accountId: 'ann', email, emailHash, username };
    expect(
      stateOf(Account, registered, { type: 'VerificationRequested', data: requested }, verified),
    ).toEqual({
      ...fresh,
      verification,
      verifiedAt: '2026-11-21T09:00:00.000Z',
    });
  });

  it.each(['PasswordReset', 'PasswordChanged'] as const)(
    'has the time of the last password change: %s',
    (type) => {
      const asked = { type: 'PasswordResetRequested', data: { accountId: 'ann', ...reset } } as const;
      expect(stateOf(Account, registered, asked)).toEqual({ ...fresh, reset });
      const set = { type, at: LATER, data: { accountId: 'ann', passwordHash: 'another' } };
      expect(stateOf(Account, registered, asked, set)).toEqual({
        ...fresh,
        passwordHash: 'another',
        passwordChangedAt: LATER,
      });
    },
  );

  it('has the reason of a suspension until it ends', () => {
    const suspended = {
      type: 'AccountSuspended',
      data: { accountId: 'ann', ...suspensionFor('Spam.', SUSPENSION) },
    } as const;
    const restored = {
      type: 'AccountRestored',
      data: { accountId: 'ann', suspensionId: SUSPENSION, reason: 'A mistake.' },
    } as const;
    expect(stateOf(Account, registered, suspended)).toEqual({
      ...fresh,
      suspensions: [suspensionFor('Spam.', SUSPENSION)],
    });
    expect(stateOf(Account, registered, suspended, restored)).toEqual(fresh);
  });

  it('is deleted and has no picture after deletion', () => {
    const data = { accountId: 'ann', pictureId: 'p1', previousId: null };
    const pictured = { type: 'ProfilePictureChanged', data } as const;
    const shown = { ...fresh, pictureId: 'p1', profileChangedAt: expect.any(String) as string };
    expect(stateOf(Account, registered, pictured)).toEqual(shown);
    expect(stateOf(Account, registered, pictured, deleted)).toEqual({
      ...shown,
      pictureId: null,
      deleted: true,
    });
  });
});

describe('the state of a post', () => {
  it.each([true, false])('has its owner and whether it is public: %s', (isPublic) => {
    const published = postPublished('p1', { isPublic });
    const shown = {
      ownerId: 'ann',
      imageHash: published.data.picture.imageHash,
      isPublic,
      deleted: false,
      legalHold: null,
      check: null,
      endedChecks: {},
      clearedBy: [],
      isBornHeld: !isPublic,
      isSheetPublic: false,
      moderation: unmoderated(!isPublic),
      acts: [],
      undone: [],
    };
    expect(stateOf(Post, published)).toEqual(shown);
    expect(stateOf(Post, published, postDeleted('p1'))).toEqual({ ...shown, deleted: true });
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

  it('has the text and time, and whether it was deleted', () => {
    const posted = { type: 'CommentPosted', at: LATER, data } as const;
    const known = { posted: data, postedAt: LATER, hiddenBy: null, undone: [] };
    expect(stateOf(Comment, posted)).toEqual({ ...known, deleted: false });
    const removed = {
      type: 'CommentDeleted',
      data: { ...rest, because: 'author', wasHidden: false },
    } as const;
    expect(stateOf(Comment, posted, removed)).toEqual({ ...known, deleted: true });
  });
});

describe('the state of a photo', () => {
  const { picture, verdict, reasons, scores, score, comment: words } = photoRated('p1').data;
  const judgedBy = { model: 'demo', promptVersion: '1' };
  const known = { picture, verdict, reasons, resembles: null, judge: 'demo', judgedBy };

  it('has the rating, its picture, and who claimed it', () => {
    const rating = { scores, score, comment: words };
    const rated = {
      stage: 'rated',
      admitted: { ...known, uploader: 'address:1', rating },
      claimedBy: null,
    };
    expect(stateOf(Photo, photoRated('p1'))).toEqual(rated);
    const claimed = { type: 'RatingClaimed', data: { photoId: 'p1', accountId: 'bob' } } as const;
    expect(stateOf(Photo, photoRated('p1'), claimed)).toEqual({ ...rated, claimedBy: 'bob' });
  });

  it('has the owner of a photo admitted without a rating', () => {
    const resembles = 'b'.repeat(64);
    expect(stateOf(Photo, photoAdmitted('p1', { resembles }))).toEqual({
      stage: 'admitted',
      admitted: { ...known, resembles, uploader: 'account:ann', rating: null },
      claimedBy: 'ann',
    });
  });
});
