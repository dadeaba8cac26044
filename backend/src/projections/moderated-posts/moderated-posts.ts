import type { DomainEvents } from '../../domain/events.js';
import type { Picture } from '../../domain/photo/photo.js';
import {
  POST_ACTS,
  type PostActType,
  type PostModeration,
  type PostStatus,
  isShown,
  moderated,
  moderationIn,
  statusOf,
  unmoderated,
} from '../../domain/post/post-moderation.js';
import type { EventFold } from '../../kernel/projection.js';
import { foldEach, projection } from '../projection.js';

/** A post as admins list it. Likes and ratings do not change it. */
export interface ModeratedPostDocument {
  readonly ownerId: string;
  readonly picture: Picture;
  readonly publishedAt: string;
  readonly week: string;
  readonly isPublic: boolean;
  readonly moderation: PostModeration;
  /** Whether it is under legal hold. */
  readonly isEscalated: boolean;
  /** Whether it was deleted while it is under legal hold: its files are kept. */
  readonly isDeleted: boolean;
  readonly status: PostStatus;
  readonly moderationFlags: readonly string[];
  readonly isFlagged: boolean;
  /** How many reports wait for a decision. */
  readonly openReports: number;
  readonly isReported: boolean;
}

export const moderatedPosts = projection<ModeratedPostDocument>({
  name: 'moderated-posts',
  version: 4,
  indexes: [
    { fields: { publishedAt: 1 } },
    { fields: { status: 1, publishedAt: 1 } },
    { fields: { isPublic: 1, publishedAt: 1 } },
    { fields: { isFlagged: 1, publishedAt: 1 } },
    { fields: { isReported: 1, publishedAt: 1 } },
    { fields: { ownerId: 1, publishedAt: 1 } },
    { fields: { week: 1, publishedAt: 1 } },
    { fields: { openReports: 1 } },
    { fields: { status: 1, 'moderation.cause.at': 1 } },
    { fields: { ownerId: 1, openReports: 1 } },
  ],
  on: {
    PostPublished: {
      ids: ({ data }) => [data.postId],
      fold: (_, { data: { ownerId, picture, publishedAt, week, isPublic, moderationFlags } }) =>
        decided(
          {
            ownerId,
            picture,
            publishedAt,
            week,
            moderationFlags,
            isFlagged: moderationFlags.length > 0,
            openReports: 0,
            isReported: false,
            isEscalated: false,
            isDeleted: false,
          },
          unmoderated(!isPublic),
        ),
    },
    PostDeleted: {
      ids: ({ data }) => [data.postId],
      fold: (post) => (post?.isEscalated ? { ...post, isDeleted: true } : null),
    },
    PostEscalated: {
      ids: ({ data }) => [data.postId],
      fold: (post) => post && decided({ ...post, isEscalated: true }, post.moderation),
    },
    LegalHoldLifted: {
      ids: ({ data }) => [data.postId],
      fold: (post) =>
        post && !post.isDeleted ? decided({ ...post, isEscalated: false }, post.moderation) : null,
    },
    ...foldEach(POST_ACTS, done),
    PostActUndone: {
      ids: ({ data }) => [data.postId],
      fold: (post, { data }) => post && decided(post, moderationIn(data)),
    },
    PostReported: { ids: ({ data }) => [data.postId], fold: (post) => reported(post, 1) },
    ReportReviewed: { ids: ({ data }) => [data.postId], fold: (post) => reported(post, -1) },
    ReportDismissed: { ids: ({ data }) => [data.postId], fold: (post) => reported(post, -1) },
    ReportReopened: { ids: ({ data }) => [data.postId], fold: (post) => reported(post, 1) },
  },
});

type Undecided = Omit<ModeratedPostDocument, 'moderation' | 'status' | 'isPublic'>;

function decided(post: Undecided, moderation: PostModeration): ModeratedPostDocument {
  const { isEscalated } = post;
  return {
    ...post,
    moderation,
    status: statusOf(moderation, isEscalated),
    isPublic: isShown(moderation) && !isEscalated,
  };
}

function done(type: PostActType): EventFold<ModeratedPostDocument, PostActType, DomainEvents[PostActType]> {
  return {
    ids: ({ data }) => [data.postId],
    fold: (post, { data: { actId, reason }, metadata: { at } }) =>
      post && decided(post, moderated(post.moderation, { type, actId, reason, at })),
  };
}

/** The post after so many more reports wait for a decision. */
function reported(post: ModeratedPostDocument | null, more: 1 | -1): ModeratedPostDocument | null {
  if (!post) return null;
  const openReports = post.openReports + more;
  return { ...post, openReports, isReported: openReports > 0 };
}
