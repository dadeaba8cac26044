import fresh from 'fresh';
import {
  Inject,
  Injectable,
  ServiceUnavailableException,
  Controller,
  Get,
  NotFoundException,
  Param,
  ParseIntPipe,
  ParseUUIDPipe,
  Req,
  Res,
} from '@nestjs/common';
import { ApiExcludeController, ApiProduces } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Account } from '../../domain/account/account.js';
import { hidesPicture } from '../../domain/account/withholding.js';
import { accountOf, Photo } from '../../domain/photo/photo.js';
import { Post } from '../../domain/post/post.js';
import { Clock } from '../../kernel/clock.js';
import { DocumentStoreUnavailableError } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import { PeopleReader } from '../../projections/accounts/people.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { ImageStore, isRenditionWidth } from '../../infrastructure/images/image-store.port.js';
import { AnonymousUploadCookie } from '../http/anonymous-upload-cookie.js';
import { RequestAccounts } from '../http/request-accounts.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { LegalHolds } from './legal-holds.service.js';
import { MissingPictures } from './missing-pictures.js';
import { Route, Routes } from '../http/route.js';

/** Who may see a picture that is not public. */
interface Audience {
  /** The accounts that uploaded, claimed or published it. */
  readonly accountIds: readonly string[];
  /** Whether a browser with a claim on it may see it: it is not published yet. */
  readonly isClaimable: boolean;
}

/**
 * Decides who may see a picture, from the streams of its photo and its post: a view that is behind must not show a hidden
 * picture. While the log is unavailable, and the post is not in memory, the view of public posts decides: its pages show
 * the same pictures. Whose profile picture one is, only the view of people knows; the stream of that account decides. While
 * the view is away, profile pictures are shown. Nobody sees a picture under legal hold. Admins are not part of it: their cookie is sent to their own routes only.
 */
@Injectable()
export class PictureAccess {
  constructor(
    private readonly states: States,
    @Inject(LeaderboardReader) private readonly posts: Pick<LeaderboardReader, 'live'>,
    @Inject(PeopleReader) private readonly people: Pick<PeopleReader, 'ownerOfPicture'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Who may see the picture: everybody if its post is public; else its owner. Profile pictures are public, except those
   * that are withheld, or of suspended people. Null for a picture that nobody may see.
   * @throws ServiceUnavailableException if the log is unavailable, and neither memory nor the view knows that it is public
   * @throws UndecodableError if a stream that decides is in quarantine
   */
  async of(photoId: string): Promise<'everybody' | Audience | null> {
    const state = await this.states.toRead(Post, photoId);
    if (state === null && (await this.posts.live([photoId])).length > 0) return 'everybody';
    const { ownerId, isPublic, deleted, legalHold } = known(state);
    if (deleted || legalHold !== null) return null;
    if (isPublic && ownerId !== null) return (await this.isGone(ownerId)) ? null : 'everybody';
    if (ownerId !== null) return { accountIds: [ownerId], isClaimable: false };
    const { stage, admitted, claimedBy } = known(await this.states.toRead(Photo, photoId));
    if (stage === 'unknown') {
      const hiddenOf = await this.hiddenProfileOf(photoId);
      return hiddenOf === null ? 'everybody' : { accountIds: [hiddenOf], isClaimable: false };
    }
    if (!admitted || stage === 'deleted') return null;
    const accountIds = [accountOf(admitted.uploader), claimedBy].filter((id) => id !== null);
    return { accountIds, isClaimable: true };
  }

  /** Whose profile picture this is, if it is kept from others; null for any other. */
  private async hiddenProfileOf(pictureId: string): Promise<string | null> {
    const owner = await this.people.ownerOfPicture(pictureId).catch(noneWhileAway);
    if (owner === null) return null;
    const { accountId, isHidden } = owner;
    const account = await this.states.toRead(Account, accountId);
    const now = this.clock.now().toISOString();
    return (account ? hidesPicture(account, pictureId, now) : isHidden) ? accountId : null;
  }

  /** Whether the account was deleted: its posts are removed a little later. */
  private async isGone(accountId: string): Promise<boolean> {
    return (await this.states.toRead(Account, accountId))?.deleted ?? false;
  }
}

function noneWhileAway(error: unknown): null {
  if (error instanceof DocumentStoreUnavailableError) return null;
  throw error;
}

function known<State>(state: State | null): State {
  if (state === null)
    throw new ServiceUnavailableException('This is not available right now. Please try again in a moment.');
  return state;
}

/**
 * How long copies of a public picture may be used: an hour in a browser, which has shown it anyway, and five minutes in
 * a shared cache, because the post may be hidden or deleted.
 */
const PUBLIC = 'public, max-age=3600, s-maxage=300';
const PRIVATE = 'private, no-store';

/** Serves the pictures to those who may see them. Others are told that there is no such picture. */
@ApiExcludeController()
@Controller('images')
export class ImagesController {
  constructor(
    private readonly images: ImageStore,
    private readonly access: PictureAccess,
    private readonly accounts: RequestAccounts,
    private readonly claim: AnonymousUploadCookie,
    private readonly missing: MissingPictures,
  ) {}

  @Get(':photoId/:width.webp')
  async image(
    @Param('photoId', new ParseUUIDPipe({ exceptionFactory: imageNotFound })) pathId: string,
    @Param('width', new ParseIntPipe({ exceptionFactory: imageNotFound })) width: number,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const photoId = pathId.toLowerCase();
    if (!isRenditionWidth(width)) throw imageNotFound();
    const image = await this.images.open(photoId, width);
    if (!image) await this.missing.notFound(photoId);
    const audience = image && (await this.access.of(photoId));
    if (!image || !audience) throw imageNotFound();
    if (audience === 'everybody') {
      // The rendition at an address never changes.
      const etag = `"${photoId}-${width}"`;
      reply.header('cache-control', PUBLIC).header('etag', etag);
      if (fresh(request.headers, { etag })) return reply.status(304).send();
    } else if (!(await this.isIn(audience, photoId, request))) {
      throw imageNotFound();
    } else {
      reply.header('cache-control', PRIVATE);
    }
    await reply.header('content-type', 'image/webp').header('content-length', image.size).send(image.bytes);
  }

  /** The session is read for pictures that are not public only. */
  private async isIn(
    { accountIds, isClaimable }: Audience,
    photoId: string,
    request: FastifyRequest,
  ): Promise<boolean> {
    const account = await this.accounts.of(request);
    if (account && accountIds.includes(account.id)) return true;
    return isClaimable && this.claim.read(request, account?.id ?? null).photoIds.includes(photoId);
  }
}

/** All pictures, for admins: also those that nobody else may see. Those under legal hold are for owners. */
@Routes('back office', 'api/rtm-sys/pictures', { who: ['moderator', 'owner'] })
export class AdminPicturesController {
  constructor(
    private readonly images: ImageStore,
    private readonly holds: LegalHolds,
  ) {}

  @Route('GET', ':id/:width.webp', {
    summary: 'A picture, 160, 320, 480, 640 or 1280 pixels wide.',
    answer: { schema: { type: 'string', format: 'binary' } },
    errors: { 404: 'Image not found' },
  })
  @ApiProduces('image/webp')
  async adminPicture(
    @Param('id', new ParseUUIDPipe({ exceptionFactory: imageNotFound })) id: string,
    @Param('width', new ParseIntPipe({ exceptionFactory: imageNotFound })) width: number,
    @CurrentAdmin() admin: AdminUser,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const pictureId = id.toLowerCase();
    await this.holds.requireVisible(pictureId, admin, 'Image');
    const image = isRenditionWidth(width) ? await this.images.open(pictureId, width) : null;
    if (!image) throw imageNotFound();
    await reply
      .header('cache-control', PRIVATE)
      .header('content-type', 'image/webp')
      .header('content-length', image.size)
      .send(image.bytes);
  }
}

function imageNotFound(): NotFoundException {
  return new NotFoundException('Image not found');
}
