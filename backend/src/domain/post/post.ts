import { aggregate, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import {
  type DataOf,
  flag,
  id,
  list,
  nullable,
  number,
  object,
  oneOf,
  text,
  time,
  week,
} from '../../kernel/field.js';
import { PUBLICATIONS, Review } from '../moderation/publication.js';
import { TrustLevel } from '../moderation/trust-level.js';
import { CategoryScores, Picture } from '../photo/photo.js';
import { legalHoldEvents, legalHoldFolds, legalHoldRules, areFilesDue } from './legal-hold.js';
import { postCheckFolds, postCheckRules } from './minor-reports.js';
import { postCheckEvents } from './post-check.js';
import {
  postActEvents,
  postActFolds,
  postActRules,
  unmoderated,
  type Post as State,
  unpublished,
} from './post-moderation.js';

const publishedFields = {
  /** The same id as its photo: a photo can be published once. */
  postId: id,
  ownerId: id,
  picture: Picture,
  /** The verdict that the AI gave the photo: AI score, category scores, comment. Null for a post without one. */
  rating: nullable(object({ scores: CategoryScores, score: number, comment: text })),
  /** False until a moderator has approved it. */
  isPublic: flag,
  moderationFlags: list(text),
  /** The standing of its owner at that time. */
  standing: TrustLevel,
  review: Review,
  publishedAt: time,
  /** The ISO week that it competes in, e.g. `2026-W47`, in the time zone configured at that time. */
  week,
};

/** What a publication means for the post. */
const OUTCOMES = {
  public: { isPublic: true, review: 'none' },
  'public with review': { isPublic: true, review: 'after' },
  held: { isPublic: false, review: 'before' },
} as const;

interface OfPost {
  readonly postId: string;
}

interface Deletion extends OfPost {
  readonly ownerId: string;
  readonly because: 'owner' | 'account deleted';
}

interface DueDeletion extends OfPost {
  readonly now: string;
  readonly hasOpenAppeal: boolean;
}

interface SheetChoice extends OfPost {
  readonly ownerId: string;
  readonly isPublic: boolean;
}

const ofSheet = { postId: id, ownerId: id };
const aboutSheet = { postId: 'post', ownerId: 'person' } as const;

/** Declared in a file of its own, for the rules in the other files. */
export type Post = State;

export const Post = aggregate('post', {
  id: ({ postId }: OfPost) => postId,
  initial: unpublished,
  events: {
    /** A photo was published on the board or, when it needs a review first, entered the review queue. */
    PostPublished: event(
      publishedFields,
      '{actor} published {postId} in {week} (AI score {rating.score?none}), {isPublic?visible to all:to be reviewed first}.',
      { postId: ['post', 'photo'], ownerId: 'person', week: 'week' },
    ),
    /** The post and its picture were deleted permanently. */
    PostDeleted: event(
      {
        postId: id,
        ownerId: id,
        imageHash: id,
        /** `moderation`: it had been removed by an admin for some time. */
        because: oneOf('owner', 'account deleted', 'moderation'),
      },
      '{actor} deleted {postId} and its picture for good ({because|words}).',
      { postId: ['post', 'photo'], ownerId: 'person' },
    ),
    /** The owner showed the judge's note and the category scores of the post to everybody who sees it. */
    ScoreSheetShown: event(ofSheet, '{actor} showed the score sheet of {postId} to everyone.', aboutSheet),
    /** The owner hid the score sheet again: only they see it. */
    ScoreSheetHidden: event(
      ofSheet,
      '{actor} hid the score sheet of {postId} from everyone else.',
      aboutSheet,
    ),
    ...postActEvents,
    ...postCheckEvents,
    ...legalHoldEvents,
  },
}).rules({
  evolve: {
    PostPublished: (post, { ownerId, picture, rating, isPublic }) => ({
      ...post,
      ownerId,
      imageHash: picture.imageHash,
      isPublic,
      isBornHeld: !isPublic,
      isSheetPublic: rating && false,
      moderation: unmoderated(!isPublic),
    }),
    PostDeleted: (post) => ({ ...post, deleted: true, check: null }),
    ScoreSheetShown: (post) => ({ ...post, isSheetPublic: true }),
    ScoreSheetHidden: (post) => ({ ...post, isSheetPublic: false }),
    ...postActFolds,
    ...postCheckFolds,
    ...legalHoldFolds,
  },
  decide: {
    /**
     * Publish a photo on the board. Whether it is public at once depends on its flags and on the standing of its owner
     * (`domain/moderation/publication.ts`). The owner may repeat this command: nothing changes.
     */
    PublishPost(photo: Omit<DataOf<typeof publishedFields>, 'isPublic' | 'review'>, { ownerId, deleted }) {
      // A retry, for example after the first answer was lost.
      if (ownerId === photo.ownerId && !deleted) return [];
      if (ownerId !== null) throw new Rejected('conflict', 'You have already published this photo.');
      const verdict = photo.moderationFlags.length === 0 ? 'pass' : 'review';
      const outcome = OUTCOMES[PUBLICATIONS[verdict][photo.standing]];
      return [{ type: 'PostPublished', data: { ...photo, ...outcome } }];
    },
    /** Delete a post permanently. Only its owner may. */
    DeletePost(deletion: Deletion, { ownerId, imageHash, deleted }) {
      if (ownerId !== deletion.ownerId) throw new Rejected('notFound', 'Post not found');
      return deleted ? [] : [{ type: 'PostDeleted', data: { ...deletion, imageHash } }];
    },
    /** Show the score sheet of a post to everyone, or to nobody else any more. Only its owner may. */
    ShowScoreSheet({ postId, ownerId, isPublic }: SheetChoice, post) {
      const isOwn = post.ownerId === ownerId && !post.deleted && post.legalHold === null;
      if (!isOwn) throw new Rejected('notFound', 'Post not found');
      if (post.isSheetPublic === null) throw new Rejected('conflict', 'This post has no score sheet.');
      if (post.isSheetPublic === isPublic) return [];
      return [{ type: isPublic ? 'ScoreSheetShown' : 'ScoreSheetHidden', data: { postId, ownerId } }];
    },
    /**
     * Delete a post that an admin removed, once it is time. Does nothing before, while an appeal is open, under legal hold, or
     * if the removal was undone.
     */
    DeleteRemovedPost({ postId, ...when }: DueDeletion, post) {
      const { ownerId, imageHash, deleted } = post;
      if (ownerId === null || deleted || !areFilesDue(post, when)) return [];
      return [{ type: 'PostDeleted', data: { postId, ownerId, imageHash, because: 'moderation' } }];
    },
    ...postActRules,
    ...postCheckRules,
    ...legalHoldRules,
  },
});
