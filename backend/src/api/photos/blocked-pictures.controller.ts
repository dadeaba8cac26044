import { Body, NotFoundException, Param, type PipeTransform, Query, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import {
  Flag,
  Id,
  List,
  Maybe,
  OneOf,
  Part,
  Text,
  When,
  Optional,
  SizedText,
} from '../../contract/fields.js';
import { PictureBlock, isBlocked } from '../../domain/moderation/blocked-picture.js';
import { REASON_CODES, type ReasonCode, LONGEST_NOTE } from '../../domain/moderation/reasons.js';
import type { Stored } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import { unlessUndecodable, unreadable } from '../../kernel/undecodable.js';
import {
  type BlockedPictureDocument,
  BlockedPicturesReader,
} from '../../projections/moderation/blocked-pictures.js';
import { written } from '../../shared/visible-text.js';
import { AdminActs } from '../decisions/admin-acts.service.js';
import { type AdminUser, Admins } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { YesOrNo } from '../http/list-filters.js';
import { cutPage, decodeCursor, DEFAULT_PAGE, PageLimit, PageRequest } from '../http/paging.js';
import { Route, Routes } from '../http/route.js';
import { LegalHolds } from './legal-holds.service.js';

const NOTE = {
  max: LONGEST_NOTE,
  limit: LONGEST_NOTE * 2,
  normalise: written,
  tooLong: `A note has at most ${LONGEST_NOTE} characters`,
};

class BlockedPicturesRequest extends PageRequest {
  @YesOrNo('Those whose block was lifted or undone, instead of the blocked ones.', false)
  readonly lifted: boolean = false;

  @PageLimit() readonly limit: number = DEFAULT_PAGE;
}

class BlockNoteRequest {
  @SizedText(NOTE) readonly note!: string;
}

class LiftingRequest {
  @OneOf(REASON_CODES, { message: 'Please choose a reason' }) readonly reason!: ReasonCode;
  @Optional(SizedText, { ...NOTE, default: '' }) readonly note: string = '';
}

class BlockNote {
  @When() readonly at!: string;
  @Maybe(Text, 'The username of the admin who wrote it.') readonly by!: string | null;
  @Maybe(Text) readonly note!: string | null;
}

/** A picture that is or was on the block list. */
export class BlockedPicture {
  @Text('SHA-256 of the normalised pixels.') readonly imageHash!: string;
  @Flag() readonly isBlocked!: boolean;
  @Id('The post that was removed.') readonly postId!: string;
  @OneOf(REASON_CODES, 'Why the post was removed.') readonly reason!: ReasonCode;
  @When() readonly blockedAt!: string;
  @Maybe(Id, 'The act that lifted the block, which can be undone; null if none did.')
  readonly liftingId!: string | null;
  @List(() => BlockNote, 'What admins wrote about it, oldest first.') readonly notes!: readonly BlockNote[];
}

class LiftedBlock {
  @Id('The act, by which it can be undone.') readonly actId!: string;
  @Part(() => BlockedPicture) readonly picture!: BlockedPicture;
}

const HASH = /^[0-9a-f]{64}$/;

const notListed = () => new NotFoundException('This picture is not on the block list.');

class ImageHashPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!HASH.test(value)) throw notListed();
    return value;
  }
}

const ImageHash = () => Param('imageHash', new ImageHashPipe());

/** The block list: pictures of removed posts, which cannot be uploaded again. */
@Routes('back office', 'api/rtm-sys/blocked-pictures', { who: ['moderator', 'owner'] })
export class BlockedPicturesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly reader: BlockedPicturesReader,
    private readonly admins: Admins,
    private readonly acts: AdminActs,
    private readonly holds: LegalHolds,
  ) {}

  @Route('GET', '', {
    summary: 'The pictures on the block list, newest first, or those whose block was lifted or undone.',
    description: 'The next page is in the Link header, the number of all in X-Total-Count.',
    answer: [BlockedPicture],
  })
  async listBlockedPictures(
    @Query() { lifted, limit, cursor }: BlockedPicturesRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly BlockedPicture[]> {
    const list = ['blocked-pictures', String(lifted)];
    const after = cursor ? decodeCursor(cursor, list, ['time', 'text']) : null;
    const [found, count] = await Promise.all([
      this.reader.page(!lifted, { limit: limit + 1, after }),
      this.reader.count(!lifted),
    ]);
    reply.header('x-total-count', String(count));
    const page = cutPage(
      found,
      {
        path: '/api/rtm-sys/blocked-pictures',
        filters: { lifted: String(lifted) },
        limit,
        list,
        after: ({ blockedAt, _id }) => [blockedAt, _id],
      },
      reply,
    );
    const hidden = await this.holds.hiddenFrom(admin);
    const visible = page.filter(({ postId }) => !hidden.has(postId));
    return Promise.all(
      visible.map((picture) =>
        unlessUndecodable(this.shown(picture), (event) => quarantined(picture, !lifted, unreadable(event))),
      ),
    );
  }

  @Route('POST', ':imageHash/notes', {
    summary: 'Explains a block to other admins.',
    answer: BlockedPicture,
    errors: { 404: '' },
  })
  async explainBlockedPicture(
    @ImageHash() imageHash: string,
    @Body() { note }: BlockNoteRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<BlockedPicture> {
    await this.requireVisible(imageHash, admin);
    await this.commands.execute(PictureBlock.ExplainBlockedPicture({ imageHash, adminId: admin.id, note }));
    return this.one(imageHash);
  }

  @Route('DELETE', ':imageHash', {
    summary: 'Lifts a block: the picture can be uploaded again.',
    answer: LiftedBlock,
    errors: { 404: '', 409: 'This picture is not blocked any more.' },
  })
  async unblockPicture(
    @ImageHash() imageHash: string,
    @Body() given: LiftingRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<LiftedBlock> {
    await this.requireVisible(imageHash, admin);
    const { actId } = await this.acts.do('PictureUnblocked', imageHash, given, admin);
    return { actId, picture: await this.one(imageHash) };
  }

  /** The picture of a post under legal hold is on the list for owners only. */
  private async requireVisible(imageHash: string, admin: AdminUser): Promise<void> {
    const picture = await this.reader.one(imageHash);
    if (picture && (await this.holds.hides(picture.postId, admin))) throw notListed();
  }

  private async one(imageHash: string): Promise<BlockedPicture> {
    const picture = await this.reader.one(imageHash);
    if (!picture) throw notListed();
    return this.shown(picture);
  }

  /** From the stream comes what may not be behind, and the notes: personal data of admins, which no view keeps. */
  private async shown(picture: Stored<BlockedPictureDocument>): Promise<BlockedPicture> {
    const { _id: imageHash, postId, reason, blockedAt } = picture;
    const state = await this.states.of(PictureBlock, imageHash);
    const notes = await Promise.all(
      state.notes.map(async ({ adminId, at, note }) => {
        return { at, note, by: await this.admins.nameOf(adminId) };
      }),
    );
    const latest = state.acts.at(-1);
    const liftingId = latest && !latest.blocks ? latest.actId : null;
    return { imageHash, isBlocked: isBlocked(state), postId, reason, blockedAt, liftingId, notes };
  }
}

/** A picture whose stream can't be read, as far as the list knows it. */
function quarantined(
  { _id: imageHash, postId, reason, blockedAt }: Stored<BlockedPictureDocument>,
  wasBlocked: boolean,
  note: string,
): BlockedPicture {
  const notes = [{ at: blockedAt, by: null, note }];
  return { imageHash, isBlocked: wasBlocked, postId, reason, blockedAt, liftingId: null, notes };
}
