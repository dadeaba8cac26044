import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { DEADLINES } from '../../kernel/deadlines.js';
import type { Timer } from '../../kernel/timer.js';
import { Breaker, type BreakerTimings, notNow } from '../circuit-breaker/breaker.js';
import {
  ImageStore,
  ImagesUnavailableError,
  isPlace,
  placeOf,
  RENDITION_WIDTHS,
  requireCardTag,
  type Renditions,
  type RenditionWidth,
  type StoredCard,
  type StoredPhoto,
  UnfitStoreError,
} from './image-store.port.js';

export interface S3Parts extends Partial<BreakerTimings> {
  readonly timer: Timer;
  /** Called when the store counts as away, with the reason, and when it serves again, with null. */
  readonly onAway?: (reason: unknown) => void;
}

const TIMINGS = { breakAfterMs: 1000, probePauseMs: 1000 } as const;
const CARD = 'card.png';
/** What is written last and deleted first: a photo without it does not exist. */
const LAST = '1280.webp';
const OTHERS = RENDITION_WIDTHS.map((width) => `${width}.webp`).filter((file) => file !== LAST);
/** Written, read without a login and deleted when the server starts. */
const TRIAL = 'footnote-trial';
/** Names of errors for what does not exist: a HEAD has no body that would say so. */
const ABSENT: ReadonlySet<string> = new Set(['NoSuchKey', 'NotFound']);
/** Statuses that are no judgement on the request. 501: Not every store knows versions, and then it keeps none. */
const PASSING: ReadonlySet<number> = new Set([408, 429]);
const NOT_IMPLEMENTED = 501;

interface CallOptions {
  readonly abortSignal: AbortSignal;
}

/**
 * Photos in a private bucket of an S3-compatible store, with the names that they have in the folder: `<place>/<width>.webp`,
 * and `<place>/card.png`. Only the server reads them. Each call has a time limit; while the store is away, a breaker rejects
 * calls at once.
 */
export class S3ImageStore extends ImageStore {
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly address: URL;
  private readonly timer: Timer;
  private readonly breaker: Breaker;
  private isFit = false;

  /** @param url `https://KEY:SECRET@host/bucket?region=…`; without a login, the SDK finds that of the machine */
  constructor(url: string, { timer, onAway, ...timings }: S3Parts) {
    super();
    const { origin, pathname, searchParams, username, password } = new URL(url);
    this.bucket = pathname.slice(1);
    this.address = new URL(`${origin}${pathname}/`);
    this.timer = timer;
    const [accessKeyId, secretAccessKey] = [username, password].map(decodeURIComponent);
    this.client = new S3Client({
      endpoint: origin,
      region: searchParams.get('region') ?? 'us-east-1',
      forcePathStyle: true,
      ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
      maxAttempts: 2,
      // Many compatible stores do not know the checksums that Amazon's added later.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    this.breaker = new Breaker(
      { ...TIMINGS, ...timings },
      {
        timer,
        probe: () => (this.isFit ? this.attempt((options) => this.has(TRIAL, options)) : this.requireFit()),
        onOpened: (reason) => onAway?.(reason),
        onClosed: () => onAway?.(null),
      },
    );
  }

  override get away(): string | null {
    const { away } = this.breaker;
    return away && new ImagesUnavailableError(away.reason).message;
  }

  /** Looks whether the bucket can be used. One that does not answer is looked at as soon as it does. */
  override async prepare(): Promise<void> {
    try {
      await this.requireFit();
    } catch (error) {
      if (error instanceof UnfitStoreError) throw error;
      this.breaker.failed(error, Number.POSITIVE_INFINITY);
    }
  }

  override async exists(photoId: string): Promise<boolean> {
    const key = `${placeOf(photoId)}/${LAST}`;
    return this.call((options) => this.has(key, options));
  }

  override async card(photoId: string): Promise<StoredCard | null> {
    const found = await this.objectAt(`${placeOf(photoId)}/${CARD}`);
    return found && { tag: found.metadata['tag'] ?? '', bytes: found.bytes };
  }

  override async putCard(photoId: string, { tag, bytes }: StoredCard): Promise<void> {
    requireCardTag(tag);
    if (!(await this.exists(photoId))) return;
    const key = `${placeOf(photoId)}/${CARD}`;
    await this.call((options) => this.store(key, bytes, options, { tag }));
    // The photo may be deleted at the same time. That removes the card after the photo, so one of the two sees the other.
    if (!(await this.exists(photoId))) await this.call((options) => this.remove(key, options));
  }

  override async delete(photoId: string): Promise<void> {
    const place = placeOf(photoId);
    await this.call((options) => this.remove(`${place}/${LAST}`, options));
    await Promise.all(
      [...OTHERS, CARD].map((file) => this.call((options) => this.remove(`${place}/${file}`, options))),
    );
  }

  override async *stored(): AsyncGenerator<StoredPhoto> {
    let photo = { photoId: '', bytes: 0 };
    for await (const { Key: key = '', Size: size = 0 } of this.objects()) {
      const [place, photoId, file] = /^(.*\/(.*))\/(.*)$/.exec(key)?.slice(1) ?? [];
      if (!place || !photoId || !file?.endsWith('.webp') || !isPlace(place)) continue;
      if (photo.photoId === photoId) photo.bytes += size;
      else {
        if (photo.photoId) yield photo;
        photo = { photoId, bytes: size };
      }
    }
    if (photo.photoId) yield photo;
  }

  override async close(): Promise<void> {
    this.breaker.shut();
    this.client.destroy();
  }

  protected override async write(photoId: string, renditions: Renditions): Promise<void> {
    const place = placeOf(photoId);
    for (const width of RENDITION_WIDTHS) {
      const bytes = renditions[width];
      if (bytes) await this.call((options) => this.store(`${place}/${width}.webp`, bytes, options));
    }
  }

  protected override async read(photoId: string, width: RenditionWidth): Promise<Buffer | null> {
    return (await this.objectAt(`${placeOf(photoId)}/${width}.webp`))?.bytes ?? null;
  }

  /** Whether pictures can be written and deleted there, nobody else can read them, and none stays after its deletion. */
  private async requireFit(): Promise<void> {
    try {
      if (await this.attempt((options) => this.keepsVersions(options)))
        throw new UnfitStoreError('it keeps versions, so pictures that are removed would stay');
      await this.attempt((options) => this.store(TRIAL, Buffer.from(TRIAL), options));
      const { ok } = await this.attempt(({ abortSignal: signal }) =>
        fetch(new URL(TRIAL, this.address), { signal, redirect: 'manual' }),
      );
      await this.attempt((options) => this.remove(TRIAL, options));
      if (ok) throw new UnfitStoreError('everybody can read what is in it');
    } catch (error) {
      const status = statusOf(error);
      if (status === null || status >= 500 || PASSING.has(status)) throw error;
      throw new UnfitStoreError((error as Error).message);
    }
    this.isFit = true;
  }

  private async keepsVersions(options: CallOptions): Promise<boolean> {
    const command = new GetBucketVersioningCommand({ Bucket: this.bucket });
    const { Status: status } = await this.client.send(command, options).catch((error: unknown) => {
      if (statusOf(error) === NOT_IMPLEMENTED) return { Status: undefined };
      throw error;
    });
    return status === 'Enabled';
  }

  private async has(key: string, options: CallOptions): Promise<boolean> {
    const head = this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }), options);
    return (await head.catch(nullIfAbsent)) !== null;
  }

  private objectAt(key: string) {
    return this.call(async (options) => {
      const command = new GetObjectCommand({ Bucket: this.bucket, Key: key });
      const found = await this.client.send(command, options).catch(nullIfAbsent);
      if (!found?.Body) return null;
      return { bytes: Buffer.from(await found.Body.transformToByteArray()), metadata: found.Metadata ?? {} };
    });
  }

  private async *objects() {
    for (let after: string | undefined, isMore = true; isMore;) {
      const command = new ListObjectsV2Command({ Bucket: this.bucket, ContinuationToken: after });
      const page = await this.call((options) => this.client.send(command, options));
      yield* page.Contents ?? [];
      after = page.NextContinuationToken;
      isMore = after !== undefined;
    }
  }

  private store(key: string, bytes: Buffer, options: CallOptions, metadata?: Record<string, string>) {
    const ContentType = key.endsWith('.webp') ? 'image/webp' : 'image/png';
    return this.client.send(
      new PutObjectCommand({ Bucket: this.bucket, Key: key, Body: bytes, ContentType, Metadata: metadata }),
      options,
    );
  }

  private remove(key: string, options: CallOptions) {
    return this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }), options);
  }

  /** @throws ImagesUnavailableError */
  private async call<Result>(work: (options: CallOptions) => Promise<Result>): Promise<Result> {
    const known = this.breaker.away;
    if (known) throw await notNow(new ImagesUnavailableError(known.reason));
    const began = this.timer.elapsed();
    try {
      const result = await this.attempt(work);
      this.breaker.succeeded();
      return result;
    } catch (error) {
      this.breaker.failed(error, statusOf(error) === null ? this.timer.elapsed() - began : 0);
      throw new ImagesUnavailableError(error);
    }
  }

  /** A call with its time limit. */
  private async attempt<Result>(work: (options: CallOptions) => Promise<Result>): Promise<Result> {
    const ended = new AbortController();
    const { signal } = ended;
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    const { ms } = DEADLINES['picture store answer'];
    const deadline = this.timer.deadline('picture store answer', () =>
      ended.abort(new Error(`it has not answered for ${ms} ms`)),
    );
    try {
      return await Promise.race([work({ abortSignal: signal }), late]);
    } finally {
      deadline.end();
    }
  }
}

/** The status of the store's answer; null if there was none. */
function statusOf(error: unknown): number | null {
  return error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? null) : null;
}

function nullIfAbsent(error: unknown): null {
  if (error instanceof S3ServiceException && ABSENT.has(error.name)) return null;
  throw error;
}
