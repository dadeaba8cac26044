import { randomUUID } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { DEADLINES } from '../../kernel/deadlines.js';
import type { Timer } from '../../kernel/timer.js';
import { Breaker, type BreakerTimings, notNow } from '../circuit-breaker/breaker.js';
import {
  assetTypeOf,
  ImageStore,
  ImagesUnavailableError,
  isInEveryPhoto,
  isPlace,
  placeOf,
  RENDITION_WIDTHS,
  requireAssetName,
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
const ASSETS = 'assets/';
/** Not every store knows versions, and one that does not keeps none. */
const NOT_IMPLEMENTED = 501;
const PASSING: ReadonlySet<number> = new Set([408, 429]);

interface CallOptions {
  readonly abortSignal: AbortSignal;
}

/**
 * Photos in a private bucket of an S3-compatible store, with the names that they have in the folder: `<place>/<width>.webp`,
 * and `<place>/card.png`; files of the frontend under `assets/`. Only the server reads them. Each call has a time limit; while the
 * store is away, a breaker rejects calls at once.
 */
export class S3ImageStore extends ImageStore {
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly address: URL;
  private readonly timer: Timer;
  private readonly breaker: Breaker;
  private readonly closing = new AbortController();
  /** Whether the bucket is still to be checked: it was away when the server started. */
  private isUnchecked = false;

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
      // Many compatible stores do not know the checksums that Amazon's added later.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    this.breaker = new Breaker(
      { ...TIMINGS, ...timings },
      {
        timer,
        probe: () =>
          this.isUnchecked
            ? this.requireFit()
            : this.attempt((options) => this.page({ MaxKeys: 1 }, options)),
        onOpened: (reason) => onAway?.(reason),
        onClosed: () => onAway?.(null),
      },
    );
  }

  override get away(): { readonly reason: unknown } | null {
    return this.breaker.away;
  }

  /** Checks the bucket. One that does not answer is checked as soon as it does. */
  override async prepare(): Promise<void> {
    this.isUnchecked = true;
    try {
      await this.requireFit();
    } catch (error) {
      if (error instanceof UnfitStoreError) throw error;
      this.breaker.failed(error, Number.POSITIVE_INFINITY);
    }
  }

  override async exists(photoId: string): Promise<boolean> {
    const place = placeOf(photoId);
    // Not HEAD, whose answer does not say whether the file or the bucket is missing.
    const { Contents: found = [] } = await this.call((options) =>
      this.page({ Prefix: `${place}/` }, options),
    );
    const keys = new Set(found.map(({ Key }) => Key));
    return RENDITION_WIDTHS.filter(isInEveryPhoto).every((width) => keys.has(`${place}/${width}.webp`));
  }

  override async card(photoId: string): Promise<StoredCard | null> {
    const found = await this.objectAt(`${placeOf(photoId)}/${CARD}`);
    return found && { tag: found.metadata['tag'] ?? '', bytes: found.bytes };
  }

  override async putCard(photoId: string, { tag, bytes }: StoredCard): Promise<void> {
    requireCardTag(tag);
    if (!(await this.exists(photoId))) return;
    const key = `${placeOf(photoId)}/${CARD}`;
    try {
      await this.call((options) => this.store(key, bytes, options, { tag }));
    } finally {
      // The photo may be deleted at the same time, which deletes the card last: so one of the two sees the other.
      if (!(await this.exists(photoId))) await this.call((options) => this.remove(key, options));
    }
  }

  override async delete(photoId: string): Promise<void> {
    const place = placeOf(photoId);
    const remove = (file: string) => this.call((options) => this.remove(`${place}/${file}`, options));
    await Promise.all(RENDITION_WIDTHS.map((width) => remove(`${width}.webp`)));
    await remove(CARD);
  }

  override async *stored(): AsyncGenerator<StoredPhoto> {
    let photo: { readonly photoId: string; bytes: number } | undefined;
    for await (const { Key: key = '', Size: size = 0 } of this.objects()) {
      const [place, photoId, file] = /^(.*\/(.*))\/(.*)$/.exec(key)?.slice(1) ?? [];
      if (!place || !photoId || !isPlace(place)) continue;
      if (photo && photo.photoId !== photoId) yield photo;
      if (photo?.photoId !== photoId) photo = { photoId, bytes: 0 };
      if (file !== CARD) photo.bytes += size;
    }
    if (photo) yield photo;
  }

  override async asset(name: string): Promise<Buffer | null> {
    requireAssetName(name);
    return (await this.objectAt(`${ASSETS}${name}`))?.bytes ?? null;
  }

  override async putAsset(name: string, bytes: Buffer): Promise<void> {
    requireAssetName(name);
    await this.call((options) => this.store(`${ASSETS}${name}`, bytes, options));
  }

  override async deleteAsset(name: string): Promise<void> {
    requireAssetName(name);
    await this.call((options) => this.remove(`${ASSETS}${name}`, options));
  }

  override async *assets(): AsyncGenerator<string> {
    for await (const { Key: key = '' } of this.objects(ASSETS)) {
      const name = key.slice(ASSETS.length);
      if (assetTypeOf(name) !== null) yield name;
    }
  }

  override async close(): Promise<void> {
    this.breaker.shut();
    this.closing.abort(new Error('it is closed'));
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

  /**
   * Whether the login may do what is needed, nobody else can read a file, and nothing stays of a deleted one.
   * @throws UnfitStoreError
   */
  private async requireFit(): Promise<void> {
    const trial = `footnote-trial-${randomUUID()}`;
    const bytes = Buffer.from(trial);
    const versions = await this.step('GetBucketVersioning', (options) => this.versioning(options));
    if (versions !== undefined)
      throw new UnfitStoreError('it keeps versions, or has kept some: pictures that are deleted would stay');
    await this.step('PutObject', (options) => this.store(trial, bytes, options));
    let own;
    let isPublic;
    try {
      own = await this.step('GetObject', (options) => this.fetched(trial, options));
      isPublic = await this.step('reading without a login', (options) => this.isPublic(trial, options));
    } finally {
      await this.step('DeleteObject', (options) => this.remove(trial, options));
    }
    const { Contents: left = [] } = await this.step('ListBucket', (options) =>
      this.page({ Prefix: trial }, options),
    );
    if (isPublic) throw new UnfitStoreError('everybody can read what is in it');
    if (!own?.bytes.equals(bytes) || left.length > 0)
      throw new UnfitStoreError('what was written and deleted there was not read back so');
    this.isUnchecked = false;
  }

  /** One call of a check. @throws UnfitStoreError if it is refused */
  private async step<Result>(what: string, work: (options: CallOptions) => Promise<Result>): Promise<Result> {
    try {
      return await this.attempt(work);
    } catch (error) {
      const status = statusOf(error);
      const { name, message } = error as Error;
      if (status === null || status >= 500 || PASSING.has(status)) throw error;
      throw new UnfitStoreError(`${what} is refused: ${name}: ${message}`);
    }
  }

  /** `Enabled` or `Suspended`; undefined for a bucket that has never kept versions. */
  private async versioning(options: CallOptions): Promise<string | undefined> {
    const command = new GetBucketVersioningCommand({ Bucket: this.bucket });
    const answer = await this.client.send(command, options).catch((error: unknown) => {
      if (statusOf(error) === NOT_IMPLEMENTED) return null;
      throw error;
    });
    return answer?.Status;
  }

  /** A page that intercepts requests without a login is not the file. */
  private async isPublic(key: string, { abortSignal: signal }: CallOptions): Promise<boolean> {
    const answer = await fetch(new URL(key, this.address), { signal, redirect: 'manual' });
    const text = await answer.text();
    if (answer.status === 429 || answer.status >= 500) throw new Error(`it answers ${answer.status}`);
    return answer.ok && text === key;
  }

  private objectAt(key: string) {
    return this.call((options) => this.fetched(key, options));
  }

  private async fetched(key: string, options: CallOptions) {
    const command = new GetObjectCommand({ Bucket: this.bucket, Key: key });
    const found = await this.client.send(command, options).catch(nullIfAbsent);
    if (!found?.Body) return null;
    return { bytes: Buffer.from(await found.Body.transformToByteArray()), metadata: found.Metadata ?? {} };
  }

  private page(query: Omit<ListObjectsV2CommandInput, 'Bucket'>, options: CallOptions) {
    return this.client.send(new ListObjectsV2Command({ Bucket: this.bucket, ...query }), options);
  }

  private async *objects(Prefix?: string) {
    let next: string | undefined;
    do {
      const ContinuationToken = next;
      const page = await this.call((options) => this.page({ Prefix, ContinuationToken }, options));
      yield* page.Contents ?? [];
      next = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (next !== undefined);
  }

  private store(key: string, bytes: Buffer, options: CallOptions, metadata?: Record<string, string>) {
    const ofAsset = assetTypeOf(key.slice(key.lastIndexOf('/') + 1));
    const ContentType = ofAsset ?? (key.endsWith('.webp') ? 'image/webp' : 'image/png');
    return this.client.send(
      new PutObjectCommand({ Bucket: this.bucket, Key: key, Body: bytes, ContentType, Metadata: metadata }),
      options,
    );
  }

  /** Some stores answer 404 to the deletion of what is absent. */
  private remove(key: string, options: CallOptions) {
    const command = new DeleteObjectCommand({ Bucket: this.bucket, Key: key });
    return this.client.send(command, options).catch(nullIfAbsent);
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
    const signal = AbortSignal.any([ended.signal, this.closing.signal]);
    let onAbort = () => {};
    const late = new Promise<never>((_, reject) => {
      onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort);
    });
    const { ms } = DEADLINES['picture store answer'];
    const deadline = this.timer.deadline('picture store answer', () =>
      ended.abort(new Error(`it has not answered for ${ms} ms`)),
    );
    try {
      return await Promise.race([work({ abortSignal: signal }), late]);
    } finally {
      deadline.end();
      // Node keeps a combined signal for as long as it has a listener.
      signal.removeEventListener('abort', onAbort);
    }
  }
}

/** The status of the store's answer; null if there was none. */
function statusOf(error: unknown): number | null {
  return error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? null) : null;
}

function nullIfAbsent(error: unknown): null {
  if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return null;
  throw error;
}
