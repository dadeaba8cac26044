import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { Account } from '../../domain/account/account.js';
import { accountOf, Photo } from '../../domain/photo/photo.js';
import { Post } from '../../domain/post/post.js';
import { States } from '../../kernel/states.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';

/** Who may see a picture that is not public. */
export interface Audience {
  /** The accounts that uploaded, claimed or published it. */
  readonly accountIds: readonly string[];
  /** Whether a browser with a claim on it may see it: it is not published yet. */
  readonly isClaimable: boolean;
}

/**
 * Decides who may see a picture, from the streams of its photo and its post: a view that is behind must not show a hidden
 * picture. While the log is unavailable, and the post is not in memory, the view of public posts decides: its pages show
 * the same pictures. Nobody sees one under legal hold. Admins are not part of it: their cookie is sent to their own routes only.
 */
@Injectable()
export class PictureAccess {
  constructor(
    private readonly states: States,
    @Inject(LeaderboardReader) private readonly posts: Pick<LeaderboardReader, 'live'>,
  ) {}

  /**
   * Who may see the picture: everybody if its post is public; else its owner. Profile pictures are public: they are
   * stored only if they pass the check. Null for a picture that nobody may see.
   * @throws ServiceUnavailableException if the log is unavailable, and neither memory nor the view knows that it is public
   * @throws UndecodableError if a stream that decides is in quarantine
   */
  async of(photoId: string): Promise<'everybody' | Audience | null> {
    const state = await this.states.toRead(Post, photoId);
    if (state === null && (await this.posts.live([photoId])).length > 0) return 'everybody';
    const { ownerId, isPublic, deleted, legalHold } = known(state);
    if (deleted || legalHold !== null) return null;
    if (isPublic && ownerId !== null) return (await this.isGone(ownerId)) ? null : 'everybody';
    if (ownerId !== null) return { accountIds: [ownerId], isClaimable: false };
    const { stage, admitted, claimedBy } = known(await this.states.toRead(Photo, photoId));
    if (stage === 'unknown') return 'everybody';
    if (!admitted || stage === 'deleted') return null;
    const accountIds = [accountOf(admitted.uploader), claimedBy].filter((id) => id !== null);
    return { accountIds, isClaimable: true };
  }

  /** Whether the account was deleted: its posts are removed a little later. */
  private async isGone(accountId: string): Promise<boolean> {
    return (await this.states.toRead(Account, accountId))?.deleted ?? false;
  }
}

function known<State>(state: State | null): State {
  if (state === null)
    throw new ServiceUnavailableException('This is not available right now. Please try again in a moment.');
  return state;
}
