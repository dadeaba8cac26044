import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RatePhoto } from '../../domain/photo/photo.commands.js';
import { overallScore } from '../../domain/photo/scores.js';
import { ImageStore } from '../../infrastructure/images/image-store.port.js';
import { PhotoJudge } from '../../infrastructure/judge/photo-judge.port.js';
import { RatingResult } from '../../projections/photos/rating-result.js';
import { PhotoGate, type Uploader } from './photo-gate.js';

/** Rates uploaded photos. */
@Injectable()
export class PhotoRating {
  constructor(
    @Inject(PhotoGate) private readonly gate: PhotoGate,
    @Inject(PhotoJudge) private readonly judge: PhotoJudge,
    @Inject(ImageStore) private readonly images: ImageStore,
    @Inject(CommandBus) private readonly commands: CommandBus,
  ) {}

  /**
   * Rates a photo and stores it for 24 hours, or permanently once it is published.
   * @throws as {@link PhotoGate.admit}
   */
  async rate(bytes: Buffer, uploader: Uploader): Promise<RatingResult> {
    const { photoId, photo, judgement } = await this.gate.admit(bytes, uploader);
    const { renditions, ...picture } = photo;
    const { scores, comment, verdict, reasons, model, promptVersion } = judgement;
    const judge = { kind: this.judge.kind, model, promptVersion };
    // The event first: a crash in between leaves a rating without files, which expires, but never files without an
    // event.
    await this.commands.execute(
      new RatePhoto({ photoId, uploader: uploader.key, picture, verdict, reasons, scores, comment, judge }),
    );
    await this.images.put(photoId, renditions);
    return new RatingResult({
      photoId,
      picture,
      rating: { scores, score: overallScore(scores), comment },
      judge: judge.kind,
    });
  }
}
