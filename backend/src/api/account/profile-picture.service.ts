import { HttpException, HttpStatus, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import pLimit, { type LimitFunction } from 'p-limit';
import { Account } from '../../domain/account/account.js';
import { ImageStore } from '../../infrastructure/images/image-store.port.js';
import type { Crop } from '../../infrastructure/images/photo.js';
import type { User } from '../../projections/accounts/accounts.js';
import { Accounts } from '../http/accounts.js';
import { PhotoCheck, type Uploader } from '../photos/photo-check.js';
import { UnusedPictures } from './unused-pictures.js';

/** The judge would send this picture to review, which exists for posts only. */
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

/** Changes profile pictures. `reactions/community/photo-files.ts` deletes the replaced one. */
@Injectable()
export class ProfilePictures {
  /** One queue per account: a replaced picture's files must not be deleted while they are being written. */
  private readonly turns = new Map<string, LimitFunction>();

  constructor(
    private readonly check: PhotoCheck,
    private readonly images: ImageStore,
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly unused: UnusedPictures,
  ) {}

  /**
   * Replaces the profile picture by this one or a part of it, and returns the account after the change. Of several
   * uploads for one account, the last one stays.
   * @throws PictureUncertainError, and as {@link PhotoCheck.admit}
   */
  show(accountId: string, bytes: Buffer, crop: Crop | null, uploader: Uploader): Promise<User> {
    return this.inTurn(accountId, async () => {
      const { photoId: pictureId, photo, judgement } = await this.check.admit(bytes, uploader, crop);
      if (judgement.verdict === 'review') throw new PictureUncertainError(judgement.reasons);
      // The files first: the previous picture stays until this one can be shown.
      await this.unused.remember(pictureId, accountId);
      try {
        await this.images.put(pictureId, photo.renditions);
        await this.commands.execute(Account.ChangeProfilePicture({ accountId, pictureId }));
      } finally {
        // If this fails, the sweep does it later.
        await this.unused.settle(pictureId, accountId).catch(() => undefined);
      }
      return this.accounts.present(accountId);
    });
  }

  /** Removes the profile picture, and returns the account after the change. */
  remove(accountId: string): Promise<User> {
    return this.inTurn(accountId, async () => {
      await this.commands.execute(Account.ChangeProfilePicture({ accountId, pictureId: null }));
      return this.accounts.present(accountId);
    });
  }

  /** Runs the work of one account in the order of the requests. */
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
