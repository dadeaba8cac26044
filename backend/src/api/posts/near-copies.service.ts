import { Inject, Injectable } from '@nestjs/common';
import { DocumentStoreUnavailableError } from '../../kernel/document-store.js';
import { EventLog } from '../../kernel/event-log.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { photos } from '../../projections/photos/photos.projection.js';
import { PhotosReader } from '../../projections/photos/photos.reader.js';

/** The result of comparing a photo with those of others; `unknown` if the comparison was not possible. */
export type Comparison = 'copy' | 'none' | 'unknown';

const PATIENCE_MS = 2000;

/**
 * Compares a photo with those that others have published. Similarity needs an index over all photos, which is a view.
 * The view is asked only once it has reached the end of the log; if it is behind, frozen or unavailable, the result is
 * `unknown`, never an error.
 */
@Injectable()
export class NearCopies {
  /** The wait for the view timed out: do not wait again until it has caught up. */
  private isLate = false;

  constructor(
    @Inject(PhotosReader) private readonly reader: PhotosReader,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(ViewProgress) private readonly views: ViewProgress,
  ) {}

  /** @throws EventLogUnavailableError */
  async compare(perceptualHash: string, ownerId: string): Promise<Comparison> {
    const head = await this.log.head();
    const isSeen = await this.views.seen([photos.name], head, this.isLate ? 0 : PATIENCE_MS);
    this.isLate = !isSeen;
    if (!isSeen) return 'unknown';
    try {
      return (await this.reader.hasNearCopy(perceptualHash, ownerId)) ? 'copy' : 'none';
    } catch (error) {
      if (!(error instanceof DocumentStoreUnavailableError)) throw error;
      return 'unknown';
    }
  }
}
