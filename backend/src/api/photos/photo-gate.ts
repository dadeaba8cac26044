import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RefusePhoto } from '../../domain/photo/photo.commands.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { type NormalisedPhoto, normalisePhoto } from '../../infrastructure/images/photo.js';
import { PhotoJudge, type RatedJudgement } from '../../infrastructure/judge/photo-judge.port.js';
import { UploadsBlockedUntil } from '../../projections/refusals/refusals.queries.js';
import { PictureRefusedError, UploadsBlockedError } from './photo-gate.errors.js';

/** Who uploads. Refusals are counted for both, and a block of either holds. */
export interface Uploader {
  /** Signed in, the account (`account:{id}`); else the address. */
  readonly key: string;
  /** The address as a keyed hash: `address:{hmac}`. */
  readonly address: string;
}

/** A picture that passed the gate, not stored yet. */
export interface AdmittedPhoto {
  readonly photoId: string;
  readonly photo: NormalisedPhoto;
  readonly judgement: RatedJudgement;
}

/** The one gate for every image: blocks, normalises, asks the judge, and writes refusals down. */
@Injectable()
export class PhotoGate {
  constructor(
    @Inject(PhotoJudge) private readonly judge: PhotoJudge,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Ids) private readonly ids: Ids,
  ) {}

  /**
   * @throws UploadsBlockedError, PhotoRefusedError (the file), PictureRefusedError (what it shows),
   * JudgeUnavailableError
   */
  async admit(bytes: Buffer, { key, address }: Uploader): Promise<AdmittedPhoto> {
    const until = await this.queries.execute(new UploadsBlockedUntil([key, address], this.clock.now()));
    if (until) throw new UploadsBlockedError(until);
    const photo = await normalisePhoto(bytes);
    const { width, height } = photo;
    const judgement = await this.judge.judge({ webp: photo.renditions[1280], width, height });
    const photoId = this.ids.uuid();
    if (judgement.verdict !== 'refuse') return { photoId, photo, judgement };
    const { reasons } = judgement;
    await this.commands.execute(new RefusePhoto({ photoId, uploader: key, address, reasons }));
    throw new PictureRefusedError(reasons);
  }
}
