import {
  HttpException,
  HttpStatus,
  Injectable,
  type ExecutionContext,
  type PipeTransform,
  createParamDecorator,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { Photo } from '../../domain/photo/photo.js';
import { blockedUntil, UploadRefusals, BLOCK_WINDOW_MS } from '../../domain/photo/uploader.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import type { Crop, NormalisedPhoto, UploadedPhoto } from '../../infrastructure/images/photo.js';
import { PhotoNormaliser } from '../../infrastructure/images/photo-normaliser.port.js';
import { ImageStore, ImagesUnavailableError } from '../../infrastructure/images/image-store.port.js';
import { PhotoJudge, type RatedJudgement } from '../../infrastructure/judge/photo-judge.port.js';
import { BlockList } from './block-list.service.js';
import { NetworkHashes } from '../../infrastructure/key-ring/network-hashes.port.js';
import { networkOf } from '../http/network.js';

/** Why a picture of the block list is refused. */
export const BLOCKED = 'matches a photo that was removed';

/** Why a picture goes to review because of the block list. */
const DOUBTS = {
  changed: 'may be a mirrored, turned, cropped or framed copy of a photo that was removed',
  unknown: 'could not be compared with removed photos yet',
} as const;

/** The judge found content that is not allowed, or the picture is on the block list. */
export class PictureRefusedError extends HttpException {
  constructor(reasons: readonly string[]) {
    super(
      {
        message: `We can't take this photo: it ${reasons.join(', and ')}. Nothing was kept.`,
        code: 'picture_refused',
      },
      HttpStatus.UNPROCESSABLE_ENTITY,
    );
  }
}

/** Too many refusals within a day. */
export class UploadsBlockedError extends HttpException {
  constructor(until: Date) {
    super(
      {
        message: `Three photos were refused within a day. You can upload again after ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
        code: 'uploads_blocked',
      },
      HttpStatus.FORBIDDEN,
    );
  }
}

/**
 * The uploader. Refusals are counted for account and address, so that nobody goes on without an account. A block of the
 * address applies to visitors and unverified people, because accounts are free to create; to a verified person only that of
 * the account.
 */
export interface Uploader {
  /** The account (`account:{id}`) of a signed-in user; else the address. */
  readonly key: string;
  /** The address as a keyed hash: `address:{hmac}`, with today's key. */
  readonly address: string;
  /** The same with the keys of earlier days, as far back as a block can reach. */
  readonly formerAddresses: readonly string[];
  /** Whether this is a signed-in user with a verified email. */
  readonly isVerified: boolean;
}

/** A picture that passed the check, not stored yet. */
export interface AdmittedPhoto {
  readonly photoId: string;
  readonly photo: NormalisedPhoto;
  readonly copyHashes: UploadedPhoto['copyHashes'];
  readonly judgement: RatedJudgement;
  /** The hash of the blocked picture that it may be a changed copy of. */
  readonly resembles: string | null;
}

/**
 * The check that all images pass: looks for blocked uploaders, normalises, looks the picture up on the block list, asks
 * the judge, and records refusals.
 */
@Injectable()
export class PhotoCheck {
  constructor(
    private readonly normaliser: PhotoNormaliser,
    private readonly blockList: BlockList,
    private readonly judge: PhotoJudge,
    private readonly images: ImageStore,
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Takes a picture, or only the part that a crop chooses.
   * @throws UploadsBlockedError, PhotoRefusedError (the file), Rejected (the crop), PictureRefusedError (what it shows),
   * JudgeUnavailableError, ImagesUnavailableError
   */
  async admit(bytes: Buffer, from: Uploader, crop: Crop | null = null): Promise<AdmittedPhoto> {
    await this.requireOpen(from);
    // Nothing could be kept, so the judge is not paid.
    const { away } = this.images;
    if (away) throw new ImagesUnavailableError(away.reason);
    const { copyHashes, ...photo } = await this.normaliser.normalise(bytes, crop);
    const { width, height } = photo;
    const { result, resembles } = await this.blockList.lookUp({ ...photo, copyHashes });
    if (result === 'blocked') throw await this.refuse(from, [BLOCKED]);
    const judgement = await this.judge.judge({ webp: photo.renditions[1280], width, height });
    if (judgement.verdict === 'refuse') throw await this.refuse(from, judgement.reasons);
    return {
      photoId: this.ids.uuid(),
      photo,
      copyHashes,
      judgement: result === 'clear' ? judgement : sentToReview(judgement, DOUBTS[result]),
      resembles,
    };
  }

  /** Decided from the streams of the uploader. @throws UploadsBlockedError */
  private async requireOpen({ key, address, formerAddresses, isVerified }: Uploader): Promise<void> {
    const now = this.clock.now();
    const blocks = await Promise.all(
      [[key], isVerified ? [] : [address, ...formerAddresses]].map(async (names) => {
        const states = await Promise.all(names.map((name) => this.states.of(UploadRefusals, name)));
        return blockedUntil(states, now);
      }),
    );
    const ends = blocks.filter((end) => end !== null);
    if (ends.length > 0) throw new UploadsBlockedError(new Date(Math.max(...ends.map(Number))));
  }

  /** Records a refusal, and returns the error that tells the uploader. */
  private async refuse({ key, address }: Uploader, reasons: readonly string[]): Promise<PictureRefusedError> {
    const photoId = this.ids.uuid();
    const at = this.clock.now().toISOString();
    // Count first: a crash in between must not lose a refusal.
    for (const name of new Set([key, address])) {
      await this.commands.execute(UploadRefusals.RefuseUpload({ uploader: name, photoId, at }));
    }
    await this.commands.execute(Photo.RefusePhoto({ photoId, uploader: key, address, reasons }));
    return new PictureRefusedError(reasons);
  }
}

/** A near-copy of a blocked picture would be refused, so one that could not be compared is reviewed, too. */
function sentToReview(judgement: RatedJudgement, doubt: string): RatedJudgement {
  return { ...judgement, verdict: 'review', reasons: [...judgement.reasons, doubt] };
}

interface Caller {
  readonly accountId: string | null;
  readonly isVerified: boolean;
  readonly network: string;
}

const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { account, ip } = context.switchToHttp().getRequest<FastifyRequest>();
  return {
    accountId: account?.id ?? null,
    isVerified: account?.emailVerified ?? false,
    network: networkOf(ip),
  };
});

/**
 * Converts a caller to the names by which refusals are counted. Addresses are stored as keyed hashes only, with a key
 * per day that is destroyed later: so an address has a different name each day.
 */
@Injectable()
export class UploaderPipe implements PipeTransform<Caller, Promise<Uploader>> {
  constructor(private readonly networks: NetworkHashes) {}

  async transform({ accountId, isVerified, network }: Caller): Promise<Uploader> {
    const [today, ...before] = await this.networks.hashesOf(network, BLOCK_WINDOW_MS);
    const address = `address:${today}`;
    return {
      key: accountId ? `account:${accountId}` : address,
      address,
      formerAddresses: before.map((hash) => `address:${hash}`),
      isVerified,
    };
  }
}

export const CurrentUploader = () => CurrentCaller(UploaderPipe);
