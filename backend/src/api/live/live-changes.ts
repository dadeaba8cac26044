import { ACT_KINDS, type ActKind, rowOf, toldOf } from '../../domain/acts/acts.js';
import type { DomainEvents } from '../../domain/events.js';
import type { LoggedEvent } from '../../kernel/event-log.js';
import { readersOf } from '../../projections/inbox/pending-notifications.js';

type Touched = 'published' | 'removed' | 'changed' | 'boosted';

type WithPost = {
  [Type in keyof DomainEvents]: DomainEvents[Type] extends { readonly postId: string | null } ? Type : never;
}[keyof DomainEvents];

type Meaning = Touched | ((data: object) => Touched);

const OF_EFFECT = { hidden: 'removed', shown: 'published', changed: 'changed' } as const;

/** An act that kept a post from visitors may not be the only one. */
const undone = (data: object): Touched => ('isPublic' in data && !data.isPublic ? 'removed' : 'changed');

/** What an act and its undoing mean to viewers; nothing for acts that they do not notice. */
function meaningOf(kind: ActKind): readonly (readonly [type: string, meaning: Meaning])[] {
  const { effect, undo } = rowOf(kind);
  if (effect === null) return [];
  const done = [kind, OF_EFFECT[effect]] as const;
  return undo.event === null ? [done] : [done, [undo.event, undone]];
}

/** How each event type changes what viewers see. */
const MEANING: Readonly<Record<string, Meaning>> & { readonly [Type in WithPost]?: Meaning } = {
  ...Object.fromEntries(ACT_KINDS.flatMap(meaningOf)),
  PostPublished: 'published',
  PostDeleted: 'removed',
  Rated: 'changed',
  Liked: 'changed',
  Unliked: 'changed',
  CommentPosted: 'changed',
  CommentDeleted: 'changed',
  BoostApplied: 'boosted',
  BoostHeld: 'boosted',
  BoostReleased: 'boosted',
  BoostEnded: 'boosted',
  BoostRevoked: 'boosted',
};

/** Whose inbox an event changes. Likes name no owner: see {@link LiveChanges.liked}. */
const TOLD: {
  readonly [Type in keyof DomainEvents]?: (data: DomainEvents[Type]) => readonly (string | null)[];
} = {
  ...Object.fromEntries(
    ACT_KINDS.filter((kind) => toldOf(kind) !== null).map((kind) => [
      kind,
      (data: object) => [rowOf(kind).of(data as never)?.ownerId ?? null],
    ]),
  ),
  Rated: ({ ownerId }) => [ownerId],
  CommentPosted: readersOf,
  CommentDeleted: readersOf,
  CommentActUndone: ({ authorId }) => [authorId],
  PostApproved: ({ ownerId }) => [ownerId],
  PostShown: ({ ownerId }) => [ownerId],
  PostActUndone: ({ ownerId }) => [ownerId],
  PostDeleted: ({ ownerId }) => [ownerId],
  ReportReopened: ({ reporterId }) => [reporterId],
  AchievementReached: ({ ownerId }) => [ownerId],
  ActivityNotified: ({ accountId }) => [accountId],
  AppealDecided: ({ ownerId }) => [ownerId],
  BoostApplied: ({ userId }) => [userId],
  BoostEnded: ({ userId }) => [userId],
  InboxRead: ({ accountId }) => [accountId],
};

export const LIVE_TYPES: readonly string[] = [...new Set([...Object.keys(MEANING), ...Object.keys(TOLD)])];

/** Collects the posts that events changed, each once. Does not read encrypted fields. */
export class LiveChanges {
  readonly touched = new Set<string>();
  readonly published = new Set<string>();
  readonly removed = new Set<string>();
  /** Posts whose boost began or ended. */
  readonly boosted = new Set<string>();
  /** Posts that were liked. */
  readonly liked = new Set<string>();
  /** The people whose inbox has changed. */
  readonly told = new Set<string>();

  /** Adds the changes of `events`, in the order of the log. They may be as logged: those that name no post are skipped. */
  add(events: readonly Pick<LoggedEvent, 'type' | 'data'>[]): this {
    for (const { type, data } of events) {
      const { [type]: known } = MEANING;
      const { postId } = data as { readonly postId?: unknown };
      const tell = TOLD[type as keyof DomainEvents] as
        ((data: object) => readonly (string | null)[]) | undefined;
      for (const accountId of tell?.(data as object) ?? []) if (accountId) this.told.add(accountId);
      if (type === 'Liked' && typeof postId === 'string') this.liked.add(postId);
      if (!known || typeof postId !== 'string' || postId === '') continue;
      this.note(typeof known === 'function' ? known(data as object) : known, postId);
    }
    return this;
  }

  /** Adds posts whose boosts ended. */
  addEnded(postIds: readonly string[]): this {
    for (const postId of postIds) this.note('boosted', postId);
    return this;
  }

  merge(later: LiveChanges): this {
    for (const postId of later.liked) this.liked.add(postId);
    for (const accountId of later.told) this.told.add(accountId);
    for (const postId of later.touched) {
      this.touched.add(postId);
      if (later.published.has(postId)) this.note('published', postId);
      if (later.boosted.has(postId)) this.note('boosted', postId);
      if (later.removed.has(postId)) this.note('removed', postId);
    }
    return this;
  }

  get isEmpty(): boolean {
    return this.touched.size + this.told.size === 0;
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
