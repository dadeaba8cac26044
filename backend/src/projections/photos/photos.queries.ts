import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Stored } from '../../infrastructure/document-store/document-store.port.js';
import { type ViewReader } from '../../infrastructure/document-store/document-store.port.js';
import { Views } from '../projection.js';
import { type PhotoDocument, bandsOf, photos } from './photos.projection.js';

/** How many of the 64 bits of a perceptual hash may differ between a picture and its near-copy. */
const NEAR = 6;
const CANDIDATES = 200;

/** The rated photo of this id, or null. */
export class FindRatedPhoto extends Query<Stored<PhotoDocument> | null> {
  constructor(readonly photoId: string) {
    super();
  }
}

@QueryHandler(FindRatedPhoto)
export class FindRatedPhotoHandler implements IQueryHandler<FindRatedPhoto> {
  private readonly photos: ViewReader<PhotoDocument>;

  constructor(@Inject(Views) views: Views) {
    this.photos = views.of(photos);
  }

  execute({ photoId }: FindRatedPhoto) {
    return this.photos.get(photoId);
  }
}

/** Whether somebody other than `ownerId` has published a picture that looks like this one. */
export class HasNearCopy extends Query<boolean> {
  constructor(
    readonly perceptualHash: string,
    readonly ownerId: string,
  ) {
    super();
  }
}

@QueryHandler(HasNearCopy)
export class HasNearCopyHandler implements IQueryHandler<HasNearCopy> {
  private readonly photos: ViewReader<PhotoDocument>;

  constructor(@Inject(Views) views: Views) {
    this.photos = views.of(photos);
  }

  async execute({ perceptualHash, ownerId }: HasNearCopy) {
    const { a, b, c, d } = bandsOf(perceptualHash);
    const alike = await this.photos.find({
      where: { $or: [{ 'bands.a': a }, { 'bands.b': b }, { 'bands.c': c }, { 'bands.d': d }] },
      limit: CANDIDATES,
    });
    return alike.some(
      (photo) =>
        photo.isPublished &&
        photo.claimedBy !== ownerId &&
        distance(photo.picture.perceptualHash, perceptualHash) <= NEAR,
    );
  }
}

/** Photos rated before `ratedBefore` that nobody has published and nobody is about to, oldest first. */
export class FindUnpublishedPhotos extends Query<readonly Stored<PhotoDocument>[]> {
  constructor(
    readonly ratedBefore: Date,
    readonly claimedBefore: Date,
  ) {
    super();
  }
}

@QueryHandler(FindUnpublishedPhotos)
export class FindUnpublishedPhotosHandler implements IQueryHandler<FindUnpublishedPhotos> {
  private readonly photos: ViewReader<PhotoDocument>;

  constructor(@Inject(Views) views: Views) {
    this.photos = views.of(photos);
  }

  execute({ ratedBefore, claimedBefore }: FindUnpublishedPhotos) {
    return this.photos.find({
      where: {
        isPublished: false,
        ratedAt: { $lt: ratedBefore.toISOString() },
        $or: [{ claimedAt: null }, { claimedAt: { $lt: claimedBefore.toISOString() } }],
      },
      sort: { ratedAt: 1 },
      limit: CANDIDATES,
    });
  }
}

/** How many bits of two hashes of 16 hexadecimal digits differ. */
function distance(one: string, other: string): number {
  let bits = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
  let count = 0;
  for (; bits > 0n; bits &= bits - 1n) count += 1;
  return count;
}
