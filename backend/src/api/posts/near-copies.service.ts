import { Injectable } from '@nestjs/common';
import { EventLog } from '../../kernel/event-log.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { CurrentView } from '../photos/await-view-current.js';
import { photos, PhotosReader } from '../../projections/photos/photos.js';

/** The result of comparing a photo with those of others; `unknown` if the comparison was not possible. */
export type Comparison = 'copy' | 'none' | 'unknown';

/**
 * Compares a photo with those that others have published. Similarity needs an index over all photos, which is a view.
 * The view is asked only once it has reached the end of the log; if it is behind, frozen or unavailable, the result is
 * `unknown`, never an error.
 */
@Injectable()
export class NearCopies {
  private readonly view: CurrentView;

  constructor(
    private readonly reader: PhotosReader,
    log: EventLog,
    views: ViewProgress,
  ) {
    this.view = new CurrentView(log, views, photos.name);
  }

  /** @throws EventLogUnavailableError */
  compare(perceptualHash: string, ownerId: string): Promise<Comparison> {
    return this.view.answer<Comparison>(
      async () => ((await this.reader.hasNearCopy(perceptualHash, ownerId)) ? 'copy' : 'none'),
      'unknown',
    );
  }
}
