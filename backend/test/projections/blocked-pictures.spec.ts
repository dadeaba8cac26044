import { blockedPictures } from '../../src/projections/moderation/blocked-pictures.js';
import { type Happened, folding } from '../support/given.js';

const imageHash = 'a'.repeat(64);

const blocked = (actId: string, postId: string, at: string): Happened => ({
  type: 'PictureBlocked',
  at,
  data: { imageHash, perceptualHash: '0123456789abcdef', postId, actId, reason: 'spam' },
});
const unblocked: Happened = {
  type: 'PictureUnblocked',
  data: { imageHash, actId: 'l1', adminId: 'a1', reason: 'other', note: 'A mistake.' },
};
const undone = (isBlocked: boolean): Happened => ({
  type: 'PictureBlockUndone',
  data: { imageHash, actId: 'l1', isBlocked },
});
const FIRST = '2026-11-21T09:00:00.000Z';
const SECOND = '2026-11-22T09:00:00.000Z';

const listed = {
  perceptualHash: '0123456789abcdef',
  bands: { a: '0123', b: '4567', c: '89ab', d: 'cdef' },
  isBlocked: true,
  postId: 'p1',
  reason: 'spam',
  blockedAt: FIRST,
} as const;

describe('the block list', () => {
  it('has the pictures of removed posts, with the latest removal and the first time', () => {
    folding(blockedPictures, blocked('r1', 'p1', FIRST)).gives({ [imageHash]: listed });
    folding(blockedPictures, blocked('r1', 'p1', FIRST), blocked('r2', 'p2', SECOND)).gives({
      [imageHash]: { ...listed, postId: 'p2' },
    });
  });

  it('keeps pictures whose block was lifted, without their notes', () =>
    folding(blockedPictures, blocked('r1', 'p1', FIRST), unblocked).gives({
      [imageHash]: { ...listed, isBlocked: false },
    }));

  it('has a picture again when the lifting of its block is undone', () => {
    const relisted: Happened = {
      type: 'PictureUnblockingUndone',
      data: { imageHash, actId: 'l1', adminId: 'a1', isBlocked: true, because: 'The same.' },
    };
    folding(blockedPictures, blocked('r1', 'p1', FIRST), unblocked, relisted).gives({ [imageHash]: listed });
  });

  it.each([true, false])('copies the result of an undone act: %s', (isBlocked) =>
    folding(blockedPictures, blocked('r1', 'p1', FIRST), unblocked, undone(isBlocked)).gives({
      [imageHash]: { ...listed, isBlocked },
    }),
  );
});
