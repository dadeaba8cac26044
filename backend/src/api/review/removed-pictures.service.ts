import { Injectable } from '@nestjs/common';
import { Id, Maybe, OneOf, Text, When } from '../../contract/fields.js';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { Post } from '../../domain/post/post.js';
import { States } from '../../kernel/states.js';
import { unlessUndecodable } from '../../kernel/undecodable.js';
import { BlockedPicturesReader } from '../../projections/moderation/blocked-pictures.js';
import { adminPictureUrl } from '../../projections/moderated-posts.js';
import type { AdminUser } from '../http/admins.js';

/** A picture that was removed, and that a photo may be a changed copy of. */
export class RemovedPicture {
  @Id('The post that was removed.') readonly postId!: string;
  @Maybe(Text, '640 pixels wide. Null once its files are deleted, and for admins who may not see it.')
  readonly imageUrl!: string | null;
  @OneOf(REASON_CODES, 'Why it was removed.') readonly reason!: ReasonCode;
  @When() readonly removedAt!: string;
}

/** Shows removed pictures beside photos that may be copies of them. */
@Injectable()
export class RemovedPictures {
  constructor(
    private readonly reader: BlockedPicturesReader,
    private readonly states: States,
  ) {}

  /** The picture with this hash; null if it is not blocked any more. */
  async of(imageHash: string, { role }: Pick<AdminUser, 'role'>): Promise<RemovedPicture | null> {
    const picture = await this.reader.one(imageHash);
    if (!picture?.isBlocked) return null;
    const { postId, reason, blockedAt: removedAt } = picture;
    const isVisible = await unlessUndecodable(this.isVisible(postId, reason, role), () => false);
    return { postId, imageUrl: isVisible ? adminPictureUrl(postId, 640) : null, reason, removedAt };
  }

  /** Whether the files exist, and an admin with this role may see them. */
  private async isVisible(postId: string, reason: ReasonCode, role: AdminUser['role']): Promise<boolean> {
    const { deleted, legalHold } = await this.states.of(Post, postId);
    const isHeld = legalHold !== null;
    return (!deleted || isHeld) && (role === 'owner' || !(isHeld || reason === 'minor'));
  }
}
