import type { DomainEvents } from '../../domain/events.js';
import type { LoggedEvent } from '../../kernel/event-log.js';

type Touched = 'published' | 'removed' | 'changed';

type WithPost = {
  [Type in keyof DomainEvents]: DomainEvents[Type] extends { readonly postId: string } ? Type : never;
}[keyof DomainEvents];

/** What each event means for those who look on. */
const MEANING: { readonly [Type in WithPost]?: Touched } = {
  PostPublished: 'published',
  PostDeleted: 'removed',
  Rated: 'changed',
  Liked: 'changed',
  Unliked: 'changed',
  CommentPosted: 'changed',
  CommentDeleted: 'changed',
};

/** The types of events that readers are shown the effects of. */
export const LIVE_TYPES: readonly string[] = Object.keys(MEANING);

/** The posts that events have touched, each once. Reads nothing that is sealed. */
export class LiveChanges {
  readonly touched = new Set<string>();
  readonly published = new Set<string>();
  readonly removed = new Set<string>();

  /** Takes in what `events` say, in the order of the log. */
  add(events: readonly Pick<LoggedEvent, 'type' | 'data'>[]): this {
    for (const { type, data } of events) {
      const meaning = (MEANING as Readonly<Record<string, Touched | undefined>>)[type];
      if (meaning) this.note(meaning, (data as { readonly postId: string }).postId);
    }
    return this;
  }

  /** Takes in what came later. */
  merge(later: LiveChanges): this {
    for (const postId of later.touched) {
      this.touched.add(postId);
      if (later.published.has(postId)) this.note('published', postId);
      if (later.removed.has(postId)) this.note('removed', postId);
    }
    return this;
  }

  get isEmpty(): boolean {
    return this.touched.size === 0;
  }

  private note(meaning: Touched, postId: string): void {
    this.touched.add(postId);
    if (meaning === 'published') this.published.add(postId);
    if (meaning === 'removed') {
      this.removed.add(postId);
      this.published.delete(postId);
    }
  }
}
