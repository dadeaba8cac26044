import { Injectable } from '@nestjs/common';
import { PictureBlock, isBlocked } from '../../domain/moderation/blocked-picture.js';
import type { UploadedPhoto } from '../../infrastructure/images/photo.js';
import { EventLog } from '../../kernel/event-log.js';
import { States } from '../../kernel/states.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { blockedPictures, BlockedPicturesReader } from '../../projections/moderation/blocked-pictures.js';
import { CurrentView } from './await-view-current.js';

/** The result of looking a picture up. */
interface Listing {
  /** `changed`: it may be a blocked one that was mirrored, turned, cropped or framed; `unknown`: it could not be compared. */
  readonly result: 'blocked' | 'changed' | 'clear' | 'unknown';
  /** The hash of the blocked picture that it is a changed copy of. */
  readonly resembles: string | null;
}

const alone = (result: Listing['result']): Listing => ({ result, resembles: null });

/** Keeps pictures away that admins have removed. */
@Injectable()
export class BlockList {
  private readonly view: CurrentView;

  constructor(
    private readonly reader: BlockedPicturesReader,
    private readonly states: States,
    log: EventLog,
    views: ViewProgress,
  ) {
    this.view = new CurrentView(log, views, blockedPictures.name);
  }

  /** Whether this very picture is blocked, decided from its stream. @throws EventLogUnavailableError */
  async has(imageHash: string): Promise<boolean> {
    return isBlocked(await this.states.of(PictureBlock, imageHash));
  }

  /**
   * Whether the picture, a near-copy or a changed copy is blocked. Similarity needs an index, which is a view; if it is behind, frozen
   * or unavailable, the result is `unknown`, never an error.
   * @throws EventLogUnavailableError
   */
  async lookUp({
    imageHash,
    perceptualHash,
    copyHashes,
  }: Pick<UploadedPhoto, 'imageHash' | 'perceptualHash' | 'copyHashes'>): Promise<Listing> {
    if (await this.has(imageHash)) return alone('blocked');
    return this.view.answer<Listing>(async () => {
      if (await this.reader.nearest([perceptualHash])) return alone('blocked');
      const resembles = await this.reader.nearest(copyHashes);
      return resembles === null ? alone('clear') : { result: 'changed', resembles };
    }, alone('unknown'));
  }
}
