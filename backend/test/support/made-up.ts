import type { DomainEvents } from '../../src/domain/events.js';
import { Post } from '../../src/domain/post/post.js';

/** A rated photo, as an event. */
export function photoRated(
  photoId: string,
  changes: Partial<DomainEvents['PhotoRated']> = {},
): { type: 'PhotoRated'; data: DomainEvents['PhotoRated'] } {
  return {
    type: 'PhotoRated',
    data: {
      photoId,
      uploader: 'address:1',
      picture: {
        imageHash: 'a'.repeat(64),
        perceptualHash: '0123456789abcdef',
        thumbhash: 'dGh1bWI=',
        width: 1280,
        height: 960,
      },
      verdict: 'pass',
      reasons: [],
      scores: { toeAlignment: 7, toeNails: 8.1, footShape: 6.9, aesthetic: 7.6 },
      score: 7.4,
      comment: 'A fine photo in good light.',
      judge: { kind: 'demo', model: 'demo', promptVersion: '1' },
      resembles: null,
      ...changes,
    },
  };
}

/** The deletion of a photo, as an event. */
export function postDeleted(postId: string): { type: 'PostDeleted'; data: DomainEvents['PostDeleted'] } {
  const { ownerId, picture } = postPublished(postId).data;
  return { type: 'PostDeleted', data: { postId, ownerId, imageHash: picture.imageHash, because: 'owner' } };
}

/** A photo that its owner wants no rating for, as an event. */
export function photoAdmitted(
  photoId: string,
  changes: Partial<DomainEvents['PhotoAdmitted']> = {},
): { type: 'PhotoAdmitted'; data: DomainEvents['PhotoAdmitted'] } {
  const { picture, verdict, reasons, judge } = photoRated(photoId).data;
  return {
    type: 'PhotoAdmitted',
    data: {
      photoId,
      ownerId: 'ann',
      uploader: 'account:ann',
      picture,
      verdict,
      reasons,
      judge,
      resembles: null,
      ...changes,
    },
  };
}

/** The data of a command that publishes a post of a known person. */
export function toPublish(
  postId: string,
  changes: Partial<Parameters<typeof Post.PublishPost>[0]> = {},
): Parameters<typeof Post.PublishPost>[0] {
  const { isPublic: _, review: __, ...post } = postPublished(postId).data;
  return { ...post, standing: 'known', ...changes };
}

/** A post on the board, as an event. */
export function postPublished(
  postId: string,
  changes: Partial<DomainEvents['PostPublished']> = {},
): { type: 'PostPublished'; data: DomainEvents['PostPublished'] } {
  const { picture, scores, score, comment } = photoRated(postId).data;
  return {
    type: 'PostPublished',
    data: {
      postId,
      ownerId: 'ann',
      picture,
      rating: { scores, score, comment },
      isPublic: true,
      moderationFlags: [],
      standing: 'known',
      review: 'none',
      publishedAt: '2026-11-21T09:00:00.000Z',
      week: '2026-W47',
      ...changes,
    },
  };
}
