import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Interval, Timeout } from '@nestjs/schedule';
import { CLAIMED_MS, UNPUBLISHED_MS, Photo } from '../../domain/photo/photo.js';
import { PublishedPicture } from '../../domain/post/published-picture.js';
import { causedBy, systemRun } from '../../kernel/causation.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { forEachSettled } from '../../kernel/settle-all.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { EventLog } from '../../kernel/event-log.js';
import { photos, PhotosReader } from '../../projections/photos/photos.js';
import { haveSeenAll } from '../seen-views.js';

const MINUTE = 60_000;
const EVERY_MS = 10 * MINUTE;
const SOON_MS = 5000;

/**
 * Deletes photos that were not published within 24 hours. Due photos come from the view, so running twice or late is
 * safe. It does not run on a view that may have missed a publication.
 */
@Injectable()
export class PhotoExpiry {
  constructor(
    private readonly commands: CommandBus,
    private readonly reader: PhotosReader,
    private readonly log: EventLog,
    private readonly views: ViewProgress,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Catches up after downtime, so that a server that is often restarted deletes photos too. */
  @Timeout(SOON_MS)
  async catchUp(): Promise<void> {
    await this.expire();
  }

  /**
   * Deletes the photos that are due now. Returns how many: 0 while the view is behind the log.
   * @throws Error if one failed, after all others were tried
   */
  @Interval(EVERY_MS)
  async expire(): Promise<number> {
    if (!(await haveSeenAll(this.views, [photos], this.log))) return 0;
    const now = this.clock.now().getTime();
    const due = await this.reader.unpublished(new Date(now - UNPUBLISHED_MS), new Date(now - CLAIMED_MS));
    await causedBy(systemRun('photo-expiry', this.ids.uuid()), () =>
      forEachSettled(due, async ({ _id, claimedBy, picture }) => {
        // Withdraw the picture first: after a crash the photo is still there to start from. Otherwise an interrupted
        // publication would prevent the owner from ever publishing the picture.
        if (claimedBy !== null) await this.release(_id, claimedBy, picture.imageHash);
        await this.commands.execute(Photo.DeletePhoto({ photoId: _id, claimedBy }));
      }),
    );
    return due.length;
  }

  private release(postId: string, ownerId: string, imageHash: string): Promise<unknown> {
    return this.commands.execute(PublishedPicture.WithdrawPicture({ ownerId, imageHash, postId }));
  }
}
