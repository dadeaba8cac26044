import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type AdmittedPhoto, Photo, overallScore } from '../../domain/photo/photo.js';
import { Post } from '../../domain/post/post.js';
import { ImageStore } from '../../infrastructure/images/image-store.port.js';
import { PhotoJudge } from '../../infrastructure/judge/photo-judge.port.js';
import { States } from '../../kernel/states.js';
import { RatingResult } from '../../projections/photos/rating-result.js';
import { PhotoCheck, type Uploader } from './photo-check.js';

/** An issued verdict and its photo. */
export interface IssuedVerdict extends AdmittedPhoto {
  readonly photoId: string;
  readonly rating: NonNullable<AdmittedPhoto['rating']>;
  readonly isPublished: boolean;
}

/** Issues the verdicts of uploaded photos, and reads issued ones from the streams of the photos. */
@Injectable()
export class Verdicts {
  constructor(
    private readonly check: PhotoCheck,
    private readonly judge: PhotoJudge,
    private readonly images: ImageStore,
    private readonly commands: CommandBus,
    private readonly states: States,
  ) {}

  /**
   * Issues the verdict of a photo and stores the photo for 24 hours, or permanently once it is published.
   * @throws as {@link PhotoCheck.admit}
   */
  async issue(bytes: Buffer, uploader: Uploader): Promise<RatingResult> {
    const { photoId, photo: normalised, judgement, resembles } = await this.check.admit(bytes, uploader);
    const { renditions, ...picture } = normalised;
    const { scores, comment, verdict, reasons, model, promptVersion } = judgement;
    const judge = { kind: this.judge.kind, model, promptVersion };
    // The event first: a crash in between leaves a verdict without files, which expires, but never files without an
    // event.
    await this.commands.execute(
      Photo.IssueVerdict({
        photoId,
        uploader: uploader.key,
        picture,
        verdict,
        reasons,
        scores,
        comment,
        judge,
        resembles,
      }),
    );
    await this.images.put(photoId, renditions);
    return new RatingResult({
      photoId,
      picture,
      rating: { scores, score: overallScore(scores), comment },
      judge: judge.kind,
    });
  }

  /** The verdict of this photo; null if none was issued, or if the photo or its post was deleted. */
  async of(photoId: string): Promise<IssuedVerdict | null> {
    return issuedIn(photoId, await this.states.of(Photo, photoId), await this.states.of(Post, photoId));
  }

  /** The same for a read request: while the log is unavailable, null for what is not in memory. */
  async toRead(photoId: string): Promise<IssuedVerdict | null> {
    const rated = await this.states.toRead(Photo, photoId);
    const published = await this.states.toRead(Post, photoId);
    return rated && published && issuedIn(photoId, rated, published);
  }
}

function issuedIn(
  photoId: string,
  { stage, admitted }: Photo,
  { ownerId, deleted }: Post,
): IssuedVerdict | null {
  if (stage !== 'rated' || !admitted?.rating || deleted) return null;
  return { ...admitted, rating: admitted.rating, photoId, isPublished: ownerId !== null };
}
