import { Flag, Id, Maybe, OneOf } from '../../contract/fields.js';
import type { PostActType } from '../../domain/post/post-acts.events.js';
import type { Post } from '../../domain/post/post-state.js';
import { POST_STATUSES, type PostStatus, statusOf } from '../../domain/post/post-acts.events.js';

/** A post after a decision. */
export class ModeratedPost {
  @Id() readonly id: string;
  @OneOf(POST_STATUSES) readonly status: PostStatus;
  @Flag('Whether all visitors see it.') readonly isPublic: boolean;
  @Flag('Whether an admin approved it.') readonly isModerated: boolean;
  @Flag('Whether an admin removed it.') readonly isRemoved: boolean;
  @Maybe(Id, 'The act that made it so, which can be undone; null if none did.') readonly actId: string | null;

  /** @param type what was decided: the answer names the latest such act, also if it was decided before */
  constructor(
    postId: string,
    { isPublic, legalHold, moderation, acts }: Post,
    type: PostActType | 'PostEscalated',
  ) {
    this.id = postId;
    this.status = statusOf(moderation, legalHold !== null);
    this.isPublic = isPublic;
    this.isModerated = moderation.isModerated;
    this.isRemoved = moderation.isRemoved;
    this.actId =
      type === 'PostEscalated' ? legalHold : (acts.findLast((act) => act.type === type)?.actId ?? null);
  }
}
