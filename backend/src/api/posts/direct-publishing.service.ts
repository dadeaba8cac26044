import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Photo } from '../../domain/photo/photo.js';
import { Post } from '../../domain/post/post.js';
import { PublishedPicture } from '../../domain/post/published-picture.js';
import { States } from '../../kernel/states.js';
import { ImageStore } from '../../infrastructure/images/image-store.port.js';
import { PhotoJudge } from '../../infrastructure/judge/photo-judge.port.js';
import { PhotosReader } from '../../projections/photos/photos.js';
import { PhotoCheck, type Uploader } from '../photos/photo-check.js';
import { PostCreation } from './post-creation.service.js';
import type { Published } from './posts.contract.js';

/** Publishes uploaded pictures without an AI score. */
@Injectable()
export class DirectPublishing {
  constructor(
    private readonly check: PhotoCheck,
    private readonly judge: PhotoJudge,
    private readonly images: ImageStore,
    private readonly commands: CommandBus,
    private readonly photos: PhotosReader,
    private readonly states: States,
    private readonly postCreation: PostCreation,
  ) {}

  /**
   * Publishes a picture of this owner. Uploading the same picture again continues an interrupted attempt; otherwise
   * its remains expire.
   * @throws as {@link PhotoCheck.admit}, and Rejected (conflict) for a picture that the owner has already published
   */
  async publish(bytes: Buffer, uploader: Uploader, ownerId: string): Promise<Published> {
    const { photoId: freshId, photo: normalised, judgement } = await this.check.admit(bytes, uploader);
    const { renditions, ...picture } = normalised;
    const { verdict, reasons, model, promptVersion } = judgement;
    const photoId = (await this.brokenOff(ownerId, picture.imageHash)) ?? freshId;
    const judge = { kind: this.judge.kind, model, promptVersion };
    // The event first, as with ratings: never files without an event.
    await this.commands.execute(
      Photo.AdmitPhoto({ photoId, ownerId, uploader: uploader.key, picture, verdict, reasons, judge }),
    );
    await this.images.put(photoId, renditions);
    await this.postCreation.create(photoId, { picture, verdict, reasons, rating: null }, ownerId);
    return { id: photoId };
  }

  /** The photo of an interrupted attempt with this picture. */
  private async brokenOff(ownerId: string, imageHash: string): Promise<string | null> {
    const { postId } = await this.states.of(PublishedPicture, `${ownerId}-${imageHash}`);
    // Only the view knows of an attempt that did not reserve the picture yet; one that it misses expires.
    const candidates = postId === null ? await this.leftOf(ownerId, imageHash) : [postId];
    for (const candidate of candidates) if (await this.isBrokenOff(candidate, ownerId)) return candidate;
    return null;
  }

  private async leftOf(ownerId: string, imageHash: string): Promise<string[]> {
    const unpublished = await this.photos.unpublishedOf(ownerId);
    return unpublished.filter(({ picture }) => picture.imageHash === imageHash).map(({ _id }) => _id);
  }

  private async isBrokenOff(photoId: string, ownerId: string): Promise<boolean> {
    const { stage, claimedBy } = await this.states.of(Photo, photoId);
    const { ownerId: publishedBy } = await this.states.of(Post, photoId);
    return stage === 'admitted' && claimedBy === ownerId && publishedBy === null;
  }
}
