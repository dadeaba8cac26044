import type { DomainEvents } from '../../domain/events.js';
import type { LoggedEvent } from '../../kernel/event-log.js';

type Touched = 'published' | 'removed' | 'changed' | 'boosted';

type WithPost = {
  [Type in keyof DomainEvents]: DomainEvents[Type] extends { readonly postId: string | null } ? Type : never;
}[keyof DomainEvents];

/** How each event type changes what viewers see; undoing an act, as it turns out. */
const MEANING: { readonly [Type in WithPost]?: Touched | ((data: DomainEvents[Type]) => Touched) } = {
  PostPublished: 'published',
  PostDeleted: 'removed',
  PostApproved: 'changed',
  PostHidden: 'removed',
  PostShown: 'published',
  PostRemoved: 'removed',
  PostActUndone: ({ isPublic }) => (isPublic ? 'changed' : 'removed'),
  PostEscalated: 'removed',
  LegalHoldLifted: ({ isPublic }) => (isPublic ? 'changed' : 'removed'),
  Rated: 'changed',
  RatingExcluded: 'changed',
  RatingIncluded: 'changed',
  Liked: 'changed',
  Unliked: 'changed',
  CommentPosted: 'changed',
  CommentDeleted: 'changed',
  CommentHidden: 'changed',
  CommentActUndone: 'changed',
  BoostApplied: 'boosted',
  BoostHeld: 'boosted',
  BoostReleased: 'boosted',
  BoostEnded: 'boosted',
  BoostRevoked: 'boosted',
};

export const LIVE_TYPES: readonly string[] = Object.keys(MEANING);

/** Collects the posts that events changed, each once. Does not read encrypted fields. */
export class LiveChanges {
  readonly touched = new Set<string>();
  readonly published = new Set<string>();
  readonly removed = new Set<string>();
  /** Posts whose boost began or ended. */
  readonly boosted = new Set<string>();

  /** Adds the changes of `events`, in the order of the log. */
  add(events: readonly Pick<LoggedEvent, 'type' | 'data'>[]): this {
    for (const { type, data } of events) {
      const { [type]: known } = MEANING as Readonly<Record<string, Touched | ((of: object) => Touched)>>;
      const meaning = typeof known === 'function' ? known(data as object) : known;
      const { postId } = data as { readonly postId: string | null };
      if (meaning && postId !== null) this.note(meaning, postId);
    }
    return this;
  }

  /** Adds posts whose boosts ended. */
  addEnded(postIds: readonly string[]): this {
    for (const postId of postIds) this.note('boosted', postId);
    return this;
  }

  merge(later: LiveChanges): this {
    for (const postId of later.touched) {
      this.touched.add(postId);
      if (later.published.has(postId)) this.note('published', postId);
      if (later.boosted.has(postId)) this.note('boosted', postId);
      if (later.removed.has(postId)) this.note('removed', postId);
    }
    return this;
  }

  get isEmpty(): boolean {
    return this.touched.size === 0;
  }

  private note(meaning: Touched, postId: string): void {
    this.touched.add(postId);
    if (meaning === 'published') {
      this.published.add(postId);
      this.removed.delete(postId);
    }
    if (meaning === 'boosted') this.boosted.add(postId);
    if (meaning === 'removed') {
      this.removed.add(postId);
      this.published.delete(postId);
    }
  }
}
