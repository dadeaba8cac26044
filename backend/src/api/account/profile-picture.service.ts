import { HttpException, HttpStatus, Inject, Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ChangeProfilePicture } from '../../domain/account/account.commands.js';
import { DocumentStoreUnavailableError } from '../../infrastructure/document-store/document-store.port.js';
import { ImageStore } from '../../infrastructure/images/image-store.port.js';
import { FindUser } from '../../projections/accounts/accounts.queries.js';
import { profilePictureUrl } from '../../projections/accounts/profile-picture.js';
import type { User } from '../../projections/accounts/user.js';
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
  constructor(
    @Inject(PhotoGate) private readonly gate: PhotoGate,
    @Inject(ImageStore) private readonly images: ImageStore,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  /**
   * Shows this picture from now on, and answers the account as it is then.
   * @throws PictureUncertainError, and as {@link PhotoGate.admit}
   */
  async show(accountId: string, bytes: Buffer, uploader: Uploader): Promise<User> {
    const { photoId: pictureId, photo, judgement } = await this.gate.admit(bytes, uploader);
    if (judgement.verdict === 'review') throw new PictureUncertainError(judgement.reasons);
    // The event first: a crash between the two leaves a profile without its picture, and never files without an event.
    await this.commands.execute(new ChangeProfilePicture({ accountId, pictureId }));
    try {
      await this.images.put(pictureId, photo.renditions);
    } catch (error) {
      await this.remove(accountId);
      throw error;
    }
    const user = await this.userOf(accountId);
    // Another picture has come in between, or the account has gone: its files were deleted before these were there.
    if (user?.profilePictureUrl !== profilePictureUrl(pictureId)) await this.images.delete(pictureId);
    return user ?? this.fail(accountId);
  }

  /** Shows none from now on, and answers the account as it is then. */
  async remove(accountId: string): Promise<User> {
    await this.commands.execute(new ChangeProfilePicture({ accountId, pictureId: null }));
    return (await this.userOf(accountId)) ?? this.fail(accountId);
  }

  private userOf(accountId: string): Promise<User | null> {
    return this.queries.execute(new FindUser(accountId));
  }

  private fail(accountId: string): never {
    throw new DocumentStoreUnavailableError(`the view of accounts does not show ${accountId}`);
  }
}
