import { Account } from '../../src/domain/account/account.js';
import type { Account as Owner } from '../../src/domain/account/account-state.js';
import { PictureAccess } from '../../src/api/photos/images.controller.js';
import type { Photo } from '../../src/domain/photo/photo.js';
import { Post } from '../../src/domain/post/post.js';
import type { AnyAggregate } from '../../src/kernel/aggregate.js';
import type { LivePost } from '../../src/projections/leaderboard/shown-posts.js';
import { States } from '../../src/kernel/states.js';
import { photoRated } from '../support/made-up.js';

/** The states of one photo, its post and its owner; null while the log is unavailable and they are not in memory. */
class FixedStates extends States {
  constructor(
    public published: Partial<Post> | null,
    public uploaded: Partial<Photo> | null,
    public owner: Partial<Owner> | null = {},
  ) {
    super();
  }

  override async of(): Promise<never> {
    throw new Error('a picture is a read');
  }

  override async toRead<State>(aggregate: AnyAggregate & { readonly initial: State }): Promise<State | null> {
    const others = aggregate === (Account as AnyAggregate) ? this.owner : this.uploaded;
    const state = aggregate === (Post as AnyAggregate) ? this.published : others;
    return state && { ...aggregate.initial, ...(state as Partial<State>) };
  }

  override forgetAll(): void {}
}

const { uploader: _, ...rated } = photoRated('p1').data;
const uploadedBy = (uploader: string): Partial<Photo> => ({
  stage: 'rated',
  admitted: { ...rated, uploader, judge: 'demo', judgedBy: rated.judge, rating: null },
});
const audience = (states: FixedStates, isListed = false) => {
  const live = isListed ? [{} as LivePost] : [];
  return new PictureAccess(states, { live: async () => live }).of('p1');
};

describe('who may see a picture', () => {
  it('follows each change of the post: public, hidden, public, deleted', async () => {
    const states = new FixedStates({ ownerId: 'ann', isPublic: true }, uploadedBy('account:ann'));
    expect(await audience(states)).toBe('everybody');
    states.published = { ownerId: 'ann', isPublic: false };
    expect(await audience(states)).toEqual({ accountIds: ['ann'], isClaimable: false });
    states.published = { ownerId: 'ann', isPublic: true };
    expect(await audience(states)).toBe('everybody');
    states.published = { ownerId: 'ann', isPublic: true, deleted: true };
    expect(await audience(states)).toBeNull();
  });

  it('is nobody under legal hold, not even its owner', async () => {
    for (const isPublic of [true, false]) {
      const published = { ownerId: 'ann', isPublic, legalHold: 'e1' };
      expect(await audience(new FixedStates(published, uploadedBy('account:ann')))).toBeNull();
    }
  });

  it('is nobody once the account of its owner is deleted, before the post is', async () => {
    const published = { ownerId: 'ann', isPublic: true };
    expect(await audience(new FixedStates(published, {}, { deleted: true }))).toBeNull();
    expect(await audience(new FixedStates(published, {}, null))).toBe('everybody');
  });

  it.each([
    ['its uploader', { ...uploadedBy('account:ann') }, ['ann']],
    ['the visitor with the claim', { ...uploadedBy('address:1') }, []],
    ['also who is publishing it', { ...uploadedBy('address:1'), claimedBy: 'bob' }, ['bob']],
  ])('of an unpublished photo is %s', async (__, state, accountIds) => {
    expect(await audience(new FixedStates({}, state))).toEqual({ accountIds, isClaimable: true });
  });

  it.each(['refused', 'deleted'] as const)('is nobody for a %s photo', async (stage) => {
    const state = { ...(stage === 'deleted' && uploadedBy('account:ann')), stage };
    expect(await audience(new FixedStates({}, state))).toBeNull();
  });

  it('is everyone for a profile picture, which has no photo', async () => {
    expect(await audience(new FixedStates({}, {}))).toBe('everybody');
  });

  it('is everyone for a picture that the view shows, while the log is unavailable', async () => {
    expect(await audience(new FixedStates(null, null), true)).toBe('everybody');
    expect(await audience(new FixedStates({ ownerId: 'ann', isPublic: false }, null), true)).not.toBe(
      'everybody',
    );
  });

  it('is not guessed while the log is unavailable', async () => {
    await expect(audience(new FixedStates(null, null))).rejects.toThrow('not available');
    await expect(audience(new FixedStates({}, null))).rejects.toThrow('not available');
  });
});
