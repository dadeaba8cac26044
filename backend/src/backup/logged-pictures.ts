import type { DomainEvents } from '../domain/events.js';
import type { EventLog } from '../kernel/event-log.js';
import type { EventCodec } from '../kernel/log/codec.js';
import { eachBatch } from '../kernel/log/whole-log.js';

type Folds = { readonly [Type in keyof DomainEvents]?: (data: DomainEvents[Type]) => void };

/** Which pictures the log names, and what it says about their files. */
export class LoggedPictures {
  private readonly kept = new Set<string>();
  private readonly deleted = new Set<string>();
  private readonly held = new Set<string>();
  private readonly published = new Set<string>();
  /** Whether events that may name pictures cannot be decoded. */
  isIncomplete = false;

  private readonly folds: Folds = {
    PhotoRated: ({ photoId }) => this.kept.add(photoId),
    PhotoAdmitted: ({ photoId }) => this.kept.add(photoId),
    PhotoDeleted: ({ photoId }) => this.delete(photoId),
    PostPublished: ({ postId }) => this.published.add(postId),
    PostDeleted: ({ postId }) => this.delete(postId),
    PostEscalated: ({ postId }) => this.held.add(postId),
    LegalHoldLifted: ({ postId }) => this.held.delete(postId),
    ProfilePictureChanged: ({ pictureId, previousId }) => {
      if (pictureId !== null) this.kept.add(pictureId);
      this.delete(previousId);
    },
    AccountDeleted: ({ pictureId }) => this.delete(pictureId),
  };

  static async in(
    log: Pick<EventLog, 'readAll'>,
    codec: Pick<EventCodec, 'decode'>,
  ): Promise<LoggedPictures> {
    const pictures = new LoggedPictures();
    const folds = pictures.folds as Readonly<Record<string, (data: object) => void>>;
    await eachBatch(log, async (batch) => {
      const { events, undecodable } = await codec.decode(
        batch.filter(({ type }) => Object.hasOwn(folds, type)),
      );
      for (const { type, data } of events) folds[type]?.(data);
      if (undecodable.length > 0) pictures.isIncomplete = true;
      return true;
    });
    return pictures;
  }

  /** Whether the log names it. True for all pictures where that cannot be known. */
  names(photoId: string): boolean {
    return this.isIncomplete || this.kept.has(photoId);
  }

  /** Whether the files may be gone: the log says that the picture is deleted, and that no legal hold keeps it. */
  mayBeGone(photoId: string): boolean {
    return this.deleted.has(photoId) && !this.held.has(photoId);
  }

  /** The pictures that must have files. */
  *needed(): Generator<string> {
    for (const photoId of this.kept) if (!this.mayBeGone(photoId)) yield photoId;
  }

  isPost(photoId: string): boolean {
    return this.published.has(photoId);
  }

  private delete(photoId: string | null): void {
    if (photoId !== null) this.deleted.add(photoId);
  }
}
