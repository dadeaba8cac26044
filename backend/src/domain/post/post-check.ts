import { event } from '../../kernel/event.js';
import { flag, id, list, nullable } from '../../kernel/field.js';

/** A post that may show a person under 18 is kept from the public until a person has looked at it. That is no act of an admin. */
export const postCheckEvents = {
  /** Reports of a person under 18 hid the post until an admin has looked at it; or others than before hide it now. */
  PostCheckBegan: event(
    {
      postId: id,
      ownerId: id,
      /** Whose reports hide it. */
      reporters: list(id),
    },
    '{actor} hid {postId} until an admin has looked at it, as it may show a person under 18 (reports: {reporters.length}).',
    { postId: 'post', ownerId: 'person', reporters: 'person' },
  ),
  /** An admin decided about the post, or the reports do not hide it any more. */
  PostCheckEnded: event(
    {
      postId: id,
      ownerId: id,
      /** The act on the post, or the dismissal of a report on it; null if a report lost its weight elsewhere. */
      actId: nullable(id),
      /** Whether an admin found nothing wrong with the post. */
      isCleared: flag,
      /** Whether all visitors see the post, after the act that follows if there is one. */
      isPublic: flag,
    },
    '{actor} ended the check of {postId}, which left it {isPublic?visible to all:hidden from visitors}.',
    { postId: 'post', ownerId: 'person', actId: 'act' },
  ),
};

interface Checked {
  readonly ownerId: string | null;
  readonly check: readonly string[] | null;
}

/** The events of an act on a post: it ends a check first, so nobody meets an act on a post in check. */
export function endingCheck<Event>(
  { postId, actId }: { readonly postId: string; readonly actId: string },
  { ownerId, check }: Checked,
  result: { readonly isCleared: boolean; readonly isPublic: boolean },
  events: readonly Event[],
) {
  if (check === null || ownerId === null || events.length === 0) return events;
  return [{ type: 'PostCheckEnded', data: { postId, ownerId, actId, ...result } } as const, ...events];
}

/** What comes before an act is undone: a check that goes on is resumed first, so nobody sees the post in between. */
export function resumingCheck(
  postId: string,
  { ownerId, check }: Checked,
  reporters: readonly string[] | null,
) {
  if (check !== null || ownerId === null || reporters === null) return [];
  return [{ type: 'PostCheckBegan', data: { postId, ownerId, reporters } } as const];
}
