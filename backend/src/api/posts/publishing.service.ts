import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import pLimit from 'p-limit';
import { trustLevelOf } from '../../domain/moderation/trust-level.js';
import { type AdmittedPhoto, Photo } from '../../domain/photo/photo.js';
import { Post } from '../../domain/post/post.js';
import { PublishedPicture } from '../../domain/post/published-picture.js';
import { Calendar, weekOf } from '../../domain/week/iso-week.js';
import { ImageStore } from '../../infrastructure/images/image-store.port.js';
import { PhotoJudge } from '../../infrastructure/judge/photo-judge.port.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Clock } from '../../kernel/clock.js';
import { EventLog } from '../../kernel/event-log.js';
import { States } from '../../kernel/states.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { trustFacts, TrustFactsReader } from '../../projections/moderation/trust-facts.js';
import { photos, PhotosReader } from '../../projections/photos/photos.js';
import { photoIdIn, RatingResult } from '../../projections/photos/rating-result.js';
import { CurrentView } from '../photos/await-view-current.js';
import { BlockList } from '../photos/block-list.service.js';
import { BLOCKED, PhotoCheck, PictureRefusedError, type Uploader } from '../photos/photo-check.js';
import { Verdicts } from '../photos/verdicts.service.js';
import type { Published, PublishRequest } from './posts.contract.js';

/** The facts needed to put a photo on the board. */
type PublishablePhoto = Pick<AdmittedPhoto, 'picture' | 'verdict' | 'reasons' | 'rating'>;

/** Why a photo goes to review because of other users' photos. */
const FLAGS = {
  copy: ['looks like a photo that another user has published'],
  // A near-copy would go to review, so review an unknown one too.
  unknown: ['could not be compared with the photos of others yet'],
  none: [],
} as const;

const FIELDS = [
  'averageRating',
  'toeAlignment',
  'toeNails',
  'footShape',
  'aesthetic',
  'aiComment',
  'imageHash',
] as const;

/** Puts photos on the board or into the review queue. Each step is idempotent, so an interrupted attempt can be repeated. */
@Injectable()
export class Publishing {
  /**
   * Two copies uploaded at the same moment must see each other, and an attempt that is still running must not be taken
   * for an interrupted one, so publications are serialised. This holds within one process: two copies sent to two
   * instances may both be published.
   */
  private readonly oneByOne = pLimit(1);
  /** Similarity needs an index over all photos, and a standing sums up all posts of a person, which only views can. */
  private readonly photosView: CurrentView;
  private readonly trustView: CurrentView;

  constructor(
    private readonly check: PhotoCheck,
    private readonly judge: PhotoJudge,
    private readonly images: ImageStore,
    private readonly verdicts: Verdicts,
    private readonly blockList: BlockList,
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly photosReader: PhotosReader,
    private readonly trust: TrustFactsReader,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
    log: EventLog,
    views: ViewProgress,
  ) {
    this.photosView = new CurrentView(log, views, photos.name);
    this.trustView = new CurrentView(log, views, trustFacts.name);
  }

  /**
   * Publishes a photo with the verdict that the server issued; repeating it returns the first result. `claimed` are the
   * photos that the browser has a claim on.
   * @throws Rejected: 'Invalid saved rating' for anything but an unchanged issued rating, and for the photo of another
   * uploader; a conflict if the picture is already a post with another rating
   */
  async rated(request: PublishRequest, ownerId: string, claimed: readonly string[] = []): Promise<Published> {
    const photoId = photoIdIn(request.imageUrl);
    const issued = photoId && (await this.verdicts.of(photoId));
    const result = issued && new RatingResult(issued);
    if (!result || !FIELDS.every((field) => request[field] === result[field])) {
      throw new Rejected('invalid', 'Invalid saved rating');
    }
    const { imageHash } = issued.picture;
    const holdsClaim = claimed.includes(photoId);
    await this.commands.execute(Photo.ClaimPhoto({ photoId, imageHash, accountId: ownerId, holdsClaim }));
    await this.create(photoId, issued, ownerId);
    return { id: photoId };
  }

  /**
   * Publishes a picture of this owner without an AI score. Uploading the same picture again continues an interrupted
   * attempt; otherwise its remains expire.
   * @throws as {@link PhotoCheck.admit}, and Rejected (conflict) for a picture that the owner has already published
   */
  async unrated(bytes: Buffer, uploader: Uploader, ownerId: string): Promise<Published> {
    const admitted = await this.check.admit(bytes, uploader);
    const { photoId: freshId, photo: normalised, judgement, resembles } = admitted;
    const { renditions, ...picture } = normalised;
    const { verdict, reasons, model, promptVersion } = judgement;
    const photoId = (await this.brokenOff(ownerId, picture.imageHash)) ?? freshId;
    const judge = { kind: this.judge.kind, model, promptVersion };
    // The event first, as with ratings: never files without an event.
    await this.commands.execute(
      Photo.AdmitPhoto({
        photoId,
        ownerId,
        uploader: uploader.key,
        picture,
        verdict,
        reasons,
        judge,
        resembles,
      }),
    );
    await this.images.put(photoId, renditions);
    await this.create(photoId, { picture, verdict, reasons, rating: null }, ownerId);
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
    const unpublished = await this.photosReader.unpublishedOf(ownerId);
    return unpublished.filter(({ picture }) => picture.imageHash === imageHash).map(({ _id }) => _id);
  }

  private async isBrokenOff(photoId: string, ownerId: string): Promise<boolean> {
    const { stage, claimedBy } = await this.states.of(Photo, photoId);
    const { ownerId: publishedBy } = await this.states.of(Post, photoId);
    return stage === 'admitted' && claimedBy === ownerId && publishedBy === null;
  }

  /**
   * @throws PictureRefusedError for a blocked picture, Rejected (conflict) for a picture that this person has already published
   * as another post
   */
  private async create(photoId: string, photo: PublishablePhoto, ownerId: string): Promise<void> {
    const { imageHash } = photo.picture;
    // A photo that passed the check before another post with the same picture was removed.
    if (await this.blockList.has(imageHash)) throw new PictureRefusedError([BLOCKED]);
    await this.oneByOne(async () => {
      const abandoned = await this.abandonedAttempt(ownerId, imageHash);
      await this.commands.execute(
        PublishedPicture.PublishPicture({ ownerId, imageHash, postId: photoId, abandoned }),
      );
      await this.commands.execute(await this.postOf(photoId, photo, ownerId));
    });
  }

  /** The id of an attempt with this picture that never became a post, or null if there was no such attempt. */
  private async abandonedAttempt(ownerId: string, imageHash: string): Promise<string | null> {
    const { postId } = await this.states.of(PublishedPicture, `${ownerId}-${imageHash}`);
    if (postId === null) return null;
    return (await this.states.of(Post, postId)).ownerId === null ? postId : null;
  }

  /**
   * While the view of photos is behind, frozen or unavailable, the photo goes to review; while that of standings is, the
   * person counts as new: their posts are public, and reviewed.
   * @throws EventLogUnavailableError
   */
  private async postOf(
    postId: string,
    { picture, rating, verdict, reasons }: PublishablePhoto,
    ownerId: string,
  ): Promise<ReturnType<typeof Post.PublishPost>> {
    const hasNearCopy = () => this.photosReader.hasNearCopy(picture.perceptualHash, ownerId);
    const [comparison, standing] = await Promise.all([
      this.photosView.answer(async () => ((await hasNearCopy()) ? 'copy' : 'none'), 'unknown'),
      this.trustView.answer(async () => trustLevelOf(await this.trust.of(ownerId), this.clock.now()), 'new'),
    ]);
    const now = this.clock.now();
    return Post.PublishPost({
      postId,
      ownerId,
      picture,
      rating,
      standing,
      moderationFlags: [...(verdict === 'review' ? reasons : []), ...FLAGS[comparison]],
      publishedAt: now.toISOString(),
      week: weekOf(now, this.calendar.timeZone),
    });
  }
}
