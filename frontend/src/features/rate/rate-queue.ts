import { ApiError } from '../../api/api-error.ts';
import { unsentScores } from '../../api/draft-storage.ts';
import type { PhotosToRate, RatePhoto, SentRating } from '../../api/generated/schema.d.ts';
import { shownTo } from '../../api/user-storage.ts';
import { createStore, type Store } from '../../lib/create-store.ts';
import { isNeverRated } from '../post/post.queries.ts';
import type { GivenScore } from './rate.queries.ts';
import { noteSkipped } from './skipped.ts';

/** The score that was given last. */
export interface LastScore {
  photo: RatePhoto;
  score: number;
  /** Whether it can no longer be taken back. */
  isFinal: boolean;
  /** Once it was received. */
  received?: SentRating;
}

export interface RateState {
  /** The first is on the screen. */
  photos: readonly RatePhoto[];
  /** Whether the server has no more. */
  isAll: boolean;
  /** Why no more could be read. */
  failure: Error | undefined;
  last: LastScore | undefined;
  /** Why scores that are final could not be sent yet. They are kept. */
  unsent: Error | undefined;
  /** When the server takes scores again, in milliseconds since 1970. */
  pausedUntil: number | undefined;
  /** Whether the photo before the first was of this week, and it was not said before that these are over. */
  wasThisWeek: boolean;
  /** Whether the server has no more of this week. */
  isWeekOver: boolean;
}

interface RateQueueParts {
  readFirst: () => Promise<PhotosToRate>;
  readMore: (loaded: readonly string[]) => Promise<PhotosToRate>;
  send: (score: GivenScore) => Promise<SentRating>;
  /** Who rates; null for a visitor. */
  account: () => string | null;
  /** Called with other refusals that are final. */
  onRefused: (error: ApiError) => void;
}

/** How long a score can be taken back, in milliseconds. */
const UNDO_MS = 4000;
/** More photos are read while fewer are loaded. Few at a time: what waits here gets no votes meanwhile. */
const ENOUGH = 3;
/** The pause where the server names none, in seconds. */
const PAUSE = 60;
/** The refusals that need no words: of a photo that is hidden, gone, or rated in another tab. */
const SILENT: ReadonlySet<number> = new Set([404, 409]);

const initial: RateState = {
  photos: [],
  isAll: false,
  failure: undefined,
  last: undefined,
  unsent: undefined,
  pausedUntil: undefined,
  wasThisWeek: false,
  isWeekOver: false,
};

/** Whether the photos of this week are over, and the first is older. */
export function isWeekSeen({ wasThisWeek, isWeekOver, photos }: RateState): boolean {
  return isWeekOver && wasThisWeek && photos.length > 0 && !photos.some(({ isThisWeek }) => isThisWeek);
}

/** The photo that is on the screen. */
export function shownPhoto(state: RateState): RatePhoto | undefined {
  return state.pausedUntil === undefined && !isWeekSeen(state) ? state.photos[0] : undefined;
}

/**
 * The photos that a person rates one after another. A score can be taken back until the next one, for 4 s at most; then it is
 * kept in the browser until the server has it.
 */
export class RateQueue {
  readonly store: Store<RateState> = createStore(initial);
  readonly #parts: RateQueueParts;
  readonly #loaded = new Set<string>();
  readonly #sending = new Set<string>();
  #isReading = false;
  #isWeekSeen = false;
  /** Who gave the last score. */
  #rater: string | null = null;
  #undoTimer: ReturnType<typeof setTimeout> | undefined;
  #pauseTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: RateQueueParts) {
    this.#parts = parts;
  }

  open(): void {
    void this.read();
    this.sendKept();
  }

  /** Reads photos if few are left. */
  async read(): Promise<void> {
    const { photos, last, isAll } = this.store.read();
    if (this.#isReading || isAll || photos.length >= ENOUGH) return;
    this.#isReading = true;
    this.#change({ failure: undefined });
    try {
      const isFirst = this.#loaded.size === 0;
      const loaded = [...(last ? [last.photo] : []), ...photos].map(({ id }) => id);
      let found = await (isFirst ? this.#parts.readFirst() : this.#parts.readMore(loaded));
      // All of them came before on this visit, such as one that was refused: they must not hide what is left.
      if (found.photos.length > 0 && found.photos.every(({ id }) => this.#loaded.has(id)))
        found = await this.#parts.readMore([...this.#loaded]);
      const fresh = found.photos.filter(({ id }) => !this.#loaded.has(id));
      for (const { id } of fresh) this.#loaded.add(id);
      this.#change({
        photos: [...this.store.read().photos, ...fresh],
        isAll: fresh.length === 0,
        isWeekOver: found.isWeekOver,
      });
    } catch (error) {
      if (!this.#pause(error)) this.#change({ failure: error as Error });
    }
    this.#isReading = false;
  }

  /** Gives a score to the photo, if it is still the first, and shows the next one. */
  choose(postId: string, score: number): void {
    const [photo, ...photos] = this.store.read().photos;
    if (photo?.id !== postId) return;
    void this.#finish();
    this.#rater = this.#parts.account();
    this.#change({
      photos,
      last: { photo, score, isFinal: false },
      wasThisWeek: photo.isThisWeek && !this.#isWeekSeen,
    });
    this.#undoTimer = setTimeout(() => void this.#finish(), UNDO_MS);
    void this.read();
  }

  /** Takes the last score back, and shows its photo again. */
  undo(): void {
    const { last, photos } = this.store.read();
    if (!last || last.isFinal) return;
    clearTimeout(this.#undoTimer);
    this.#change({ last: undefined, photos: [last.photo, ...photos] });
  }

  /** Shows the next photo, and this one no more. */
  skip(): void {
    const [, ...photos] = this.store.read().photos;
    const photo = shownPhoto(this.store.read());
    if (!photo) return;
    noteSkipped(photo.id, this.#parts.account());
    this.#change({ photos, wasThisWeek: photo.isThisWeek && !this.#isWeekSeen });
    void this.read();
  }

  /** Goes on with photos of earlier weeks. */
  goOn(): void {
    this.#isWeekSeen = true;
    this.#change({ wasThisWeek: false });
  }

  /** The page is left, or the browser closes it. */
  leave(): Promise<void> | undefined {
    clearTimeout(this.#pauseTimer);
    return this.#finish();
  }

  /** Sends what could not be sent before, here or on an earlier visit. */
  sendKept(): void {
    for (const kept of this.#kept()) if (!this.#sending.has(kept.postId)) void this.#send(kept);
  }

  #kept(): readonly GivenScore[] {
    unsentScores.reread();
    return shownTo(unsentScores.read(), this.#parts.account()) ?? [];
  }

  /** Keeps what is left of the scores that the server may not have. */
  #keep(scores: readonly GivenScore[]): void {
    if (scores.length === 0) unsentScores.drop();
    else unsentScores.keep([...scores], this.#parts.account());
  }

  /** The last score is final from here on. */
  #finish(): Promise<void> | undefined {
    clearTimeout(this.#undoTimer);
    const { last } = this.store.read();
    if (!last || last.isFinal) return undefined;
    this.#change({ last: { ...last, isFinal: true } });
    // A person who has signed out in the meantime, or in with another account, did not give it.
    if (this.#rater === null || this.#rater !== this.#parts.account()) return undefined;
    const given = { postId: last.photo.id, score: last.score };
    this.#keep([...this.#kept(), given]);
    return this.#send(given);
  }

  async #send(given: GivenScore): Promise<void> {
    const { postId } = given;
    this.#sending.add(postId);
    try {
      const received = await this.#parts.send(given);
      this.#forget(postId);
      const { last } = this.store.read();
      if (last?.photo.id === postId) this.#change({ last: { ...last, received } });
      if (this.#kept().length > 0) this.sendKept();
      else this.#change({ unsent: undefined });
    } catch (error) {
      if (isNeverRated(error)) {
        this.#forget(postId);
        if (this.store.read().last?.photo.id === postId) this.#change({ last: undefined });
        if (!SILENT.has(error.status)) this.#parts.onRefused(error);
      } else {
        this.#sending.delete(postId);
        if (!this.#pause(error)) this.#change({ unsent: error as Error });
      }
    }
  }

  #forget(postId: string): void {
    this.#sending.delete(postId);
    this.#keep(this.#kept().filter((kept) => kept.postId !== postId));
  }

  /** Pauses if the server wants it. */
  #pause(error: unknown): boolean {
    if (!(error instanceof ApiError) || error.status !== 429) return false;
    const milliseconds = (error.retryAfter ?? PAUSE) * 1000;
    this.#change({ pausedUntil: Date.now() + milliseconds });
    clearTimeout(this.#pauseTimer);
    this.#pauseTimer = setTimeout(() => {
      this.#change({ pausedUntil: undefined });
      this.open();
    }, milliseconds);
    return true;
  }

  #change(changes: Partial<RateState>): void {
    this.store.write({ ...this.store.read(), ...changes });
  }
}
