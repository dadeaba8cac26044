import {
  type Draft,
  draftAt,
  type DraftPlace,
  repliesOf,
  withId,
  withoutDraft,
  withoutId,
  withText,
} from './drafts.ts';

let drafts: readonly Draft[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Draft[]): void {
  drafts = next;
  for (const listener of listeners) listener();
}

/**
 * The comments that are being written, as long as the page is not loaded anew: they outlive the forms that they are
 * written in, the comments that they answer, and the session.
 */
export const draftStore = {
  /** For useSyncExternalStore. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly Draft[] => drafts,
  find: (place: DraftPlace): Draft | undefined => draftAt(drafts, place),
  /** The ids of the comments that this person is answering on a post, in one text, which is the same while they are. */
  answeredBy: (authorId: string, postId: string): string =>
    repliesOf(drafts, authorId, postId)
      .map(({ parent }) => parent?.commentId)
      .sort()
      .join(' '),
  /** Keeps a text; a blank one keeps the form open. */
  write: (place: DraftPlace, text: string): void => change(withText(drafts, place, text)),
  /** Forgets what was written at a place. */
  drop: (place: DraftPlace): void => change(withoutDraft(drafts, place)),
  /** The id to send the draft at a place under: the same as before, if what it says was sent before. */
  idOf(place: DraftPlace): string {
    change(withId(drafts, place, crypto.randomUUID()));
    const id = draftAt(drafts, place)?.id;
    if (!id) throw new Error('nothing is written here');
    return id;
  },
  /** What was sent under this id is posted: forgets it, and says whether it still stood there as it was sent. */
  finish(id: string): boolean {
    const rest = drafts.filter((draft) => draft.id !== id);
    const stood = rest.length < drafts.length;
    if (stood) change(rest);
    return stood;
  },
  /** What was sent under this id is refused and was not posted: the next try is another comment. */
  refuse: (id: string): void => change(withoutId(drafts, id)),
};
