import { HttpException, HttpStatus, Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import pLimit, { type LimitFunction } from 'p-limit';
import { ChangeProfilePicture } from '../../domain/account/account.commands.js';
import { ImageStore } from '../../infrastructure/images/image-store.port.js';
import type { User } from '../../projections/accounts/accounts.reader.js';
import { Accounts } from '../http/accounts.js';
import { PhotoGate, type Uploader } from '../photos/photo-gate.js';

/** A picture that somebody would have to look at first, which is done for posts only. */
export class PictureUncertainError extends HttpException {
  constructor(reasons: readonly string[]) {
    super(
      {
        message: `We can't take this picture for a profile: it ${reasons.join(', and ')}. Please choose another one.`,
        code: 'picture_refused',
      },
      HttpStatus.UNPROCESSABLE_ENTITY,
    );
  }
}

/** The picture that a person shows of themselves. The one before it is deleted by `reactions/photo-files.ts`. */
@Injectable()
export class ProfilePictures {
  /** By account, for as long as somebody waits: files that are being written must not be deleted for the next picture. */
  private readonly turns = new Map<string, LimitFunction>();

  constructor(
    @Inject(PhotoGate) private readonly gate: PhotoGate,
    @Inject(ImageStore) private readonly images: ImageStore,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Accounts) private readonly accounts: Accounts,
  ) {}

  /**
   * Shows this picture from now on, and answers the account as it is then. Of several for one account, the last stays.
   * @throws PictureUncertainError, and as {@link PhotoGate.admit}
   */
  show(accountId: string, bytes: Buffer, uploader: Uploader): Promise<User> {
    return this.inTurn(accountId, async () => {
      const { photoId: pictureId, photo, judgement } = await this.gate.admit(bytes, uploader);
      if (judgement.verdict === 'review') throw new PictureUncertainError(judgement.reasons);
      // The event first: a crash between the two leaves a profile without its picture, and never files without an event.
      await this.commands.execute(new ChangeProfilePicture({ accountId, pictureId }));
      try {
        await this.images.put(pictureId, photo.renditions);
      } catch (error) {
        await this.undo(accountId, pictureId);
        throw error;
      }
      // Another server has shown another picture meanwhile, or the account has gone: these files came after their deletion.
      const state = await this.accounts.state(accountId);
      if (state?.pictureId !== pictureId) await this.images.delete(pictureId);
      return this.accounts.present(accountId);
    });
  }

  /** Shows none from now on, and answers the account as it is then. */
  remove(accountId: string): Promise<User> {
    return this.inTurn(accountId, async () => {
      await this.commands.execute(new ChangeProfilePicture({ accountId, pictureId: null }));
      return this.accounts.present(accountId);
    });
  }

  /** Leaves nothing of a picture whose files could not be kept, and whatever else is shown by now as it is. */
  private async undo(accountId: string, pictureId: string): Promise<void> {
    try {
      await this.commands.execute(
        new ChangeProfilePicture({ accountId, pictureId: null, inPlaceOf: pictureId }),
      );
    } finally {
      await this.images.delete(pictureId);
    }
  }

  /** Does what is to be done for one account in the order in which it was asked for. */
  private async inTurn<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    const turn = this.turns.get(accountId) ?? pLimit(1);
    this.turns.set(accountId, turn);
    try {
      return await turn(work);
    } finally {
      if (turn.activeCount + turn.pendingCount === 0) this.turns.delete(accountId);
    }
  }
}
