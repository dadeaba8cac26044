import { FilterOf, OfId, SortedBy, YesOrNo } from '../http/list-filters.js';
import { Matching, Optional, SizedText } from '../../contract/fields.js';
import { POST_STATUSES, type PostStatus } from '../../domain/post/post-moderation.js';
import { ACT_KINDS, type ActKind } from '../../domain/acts/acts.js';
import { ACT_SORTS } from '../../projections/acts.js';
import { COMMENT_SORTS, type CommentSort } from '../../projections/comments/comments.js';
import { POST_SORTS, type PostSort } from '../../projections/moderated-posts.js';
import { AdminListRequest } from '../http/admin-list.js';
import type { BoostType } from '../../domain/boosts/boost-facts.js';
import { BOOST_SORTS, type BoostSort } from '../../projections/payments/payments.reader.js';
import { BOOST_STATES } from '../../projections/payments/payments.js';
import { BOOST_TYPES, Boost } from '../../projections/payments/shown-payments.js';

/** Which posts the list of admins shows, in which order. `search` is a part of a name. */
export class AdminPostsRequest extends AdminListRequest {
  @FilterOf(POST_STATUSES) readonly status?: PostStatus;
  @YesOrNo('Whether all visitors see them.') readonly isPublic?: boolean;
  @YesOrNo('Whether the check noticed something.') readonly flagged?: boolean;
  @YesOrNo('Whether reports wait for a decision.') readonly reported?: boolean;
  @OfId('Those of one account.') readonly owner?: string;

  @Optional(Matching(/^\d{4}-W(0[1-9]|[1-4]\d|5[0-3])$/), {
    example: '2026-W47',
    about: 'ISO week.',
    message: '$property is an ISO week, such as 2026-W47',
  })
  readonly week?: string;

  @SortedBy(POST_SORTS, '-createdAt') readonly sort: PostSort = '-createdAt';
}

/** Which comments the list shows, in which order. `search` is a part of their text. */
export class AdminCommentsRequest extends AdminListRequest {
  @OfId('That one.') readonly id?: string;
  @OfId('Those on one post.') readonly post?: string;
  @OfId('Those of one account.') readonly author?: string;
  @YesOrNo('Whether an admin hid them.') readonly hidden?: boolean;
  @SortedBy(COMMENT_SORTS, '-createdAt') readonly sort: CommentSort = '-createdAt';
}

export class ActsRequest extends AdminListRequest {
  @Optional(SizedText, { limit: 200, about: 'Those on one post, comment, report or account.' })
  readonly subject?: string;

  @OfId('Those that concern one account.') readonly owner?: string;
  @Optional(SizedText, { limit: 100, about: 'Those of one admin.' }) readonly admin?: string;
  @FilterOf(ACT_KINDS) readonly kind?: ActKind;
  @SortedBy(ACT_SORTS, '-createdAt') readonly sort: (typeof ACT_SORTS)[number] = '-createdAt';
}

export class AdminBoostsRequest extends AdminListRequest {
  @FilterOf(BOOST_STATES) readonly state?: Boost['state'];
  @FilterOf(BOOST_TYPES) readonly boostType?: BoostType;
  @OfId('Those of one account.') readonly owner?: string;
  @OfId('Those on one post.') readonly post?: string;
  @SortedBy(BOOST_SORTS, '-createdAt') readonly sort: BoostSort = '-createdAt';
}
