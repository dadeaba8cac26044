import pLimit, { type LimitFunction } from 'p-limit';
import { Body, applyDecorators, HttpException, HttpStatus } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, IsOptional, ValidateBy, ValidateNested } from 'class-validator';
import { Flag, Maybe, Omissible, Optional, Text } from '../../contract/fields.js';
import { Account } from '../../domain/account/account.js';
import { LONGEST_BIO, LONGEST_DISPLAY_NAME } from '../../domain/account/profile.js';
import { LONGEST_LINK, PLATFORMS, socialLink, type SocialLinks } from '../../domain/account/social-links.js';
import type { Crop } from '../../infrastructure/images/photo.js';
import { Rejected } from '../../kernel/aggregate.js';
import { User } from '../../projections/accounts/accounts.js';
import { PHOTO_LIMITS } from '../../shared/photo-file.js';
import { visibleLine, visibleText } from '../../shared/visible-text.js';
import { Accounts } from '../http/accounts.js';
import { type Account as SignedIn, CurrentAccount } from '../http/current-account.js';
import { ImageForm, UploadedCrop, UploadedImage } from '../http/image-form.js';
import { Route, Routes } from '../http/route.js';
import { CurrentUploader, type Uploader, PhotoCheck } from '../photos/photo-check.js';
import { InvalidRequestException } from '../http/validation.js';
import { TextCheck } from '../texts/text-check.js';
import { impersonatedBy, DisplayNames } from './display-names.service.js';
import { ImageStore } from '../../infrastructure/images/image-store.port.js';
import { UnusedPictures } from './unused-pictures.js';
import { requireOtherPicture, requireOthers } from './withheld-values.js';

/** Which mails to get; omitted fields stay unchanged. */
class EmailPreferencesRequest {
  @IsWanted('Mail when another user rates a post.') readonly emailNotificationsRating?: boolean;
  @IsWanted('Mail when another user comments or replies.') readonly emailNotificationsComment?: boolean;
  @IsWanted('Mail about ranks on the leaderboard.') readonly emailNotificationsAchievements?: boolean;
  @IsWanted('Mail an hour before a boost ends.') readonly emailNotificationsBoosts?: boolean;
  @IsWanted('Mails about posts come in one a week, not as it happens.') readonly emailWeekly?: boolean;
}

function IsWanted(about: string): PropertyDecorator {
  return Omissible(Flag, { about, message: 'Please send true or false' });
}

/** Profiles on other sites: omitted or blank links are removed. */
class SocialLinksRequest {
  @IsSocialLink() readonly instagram?: string | null;
  @IsSocialLink() readonly twitter?: string | null;
  @IsSocialLink() readonly tiktok?: string | null;
  @IsSocialLink() readonly youtube?: string | null;
  @IsSocialLink() readonly snapchat?: string | null;
}

/** Profile changes. Omitted fields stay unchanged; null or blank removes a field. */
class ProfileRequest {
  @Optional(Maybe(Text), {
    max: LONGEST_DISPLAY_NAME,
    normalise: visibleLine,
    message: 'A name must be text',
    tooLong: `A name has at most ${LONGEST_DISPLAY_NAME} characters`,
  })
  readonly displayUsername?: string | null;

  @Optional(Maybe(Text), {
    max: LONGEST_BIO,
    normalise: visibleText,
    message: 'A bio must be text',
    tooLong: `A bio has at most ${LONGEST_BIO} characters`,
  })
  readonly bio?: string | null;

  @ApiPropertyOptional({ type: SocialLinksRequest, nullable: true })
  @Type(() => SocialLinksRequest)
  @ValidateNested()
  @IsObject({ message: 'Please send the links by platform' })
  @IsOptional()
  readonly socialLinks?: SocialLinksRequest | null;
}

/** The remaining links of a request; null for none. */
function linksOf(request: SocialLinksRequest): SocialLinks | null {
  const links = PLATFORMS.flatMap((platform) => {
    const link = request[platform];
    return link ? [[platform, link]] : [];
  });
  return links.length > 0 ? Object.fromEntries(links) : null;
}

/** Normalises a link; an invalid one stays as it is, for the validation to reject. */
function IsSocialLink(): PropertyDecorator {
  return applyDecorators(
    Optional(Maybe(Text), {
      max: LONGEST_LINK,
      about: 'A username on that site, or an https address.',
      normalise: (typed) => (typed.trim() === '' ? null : (socialLink(typed) ?? typed)),
    }),
    IsOptional(),
    ValidateBy({
      name: 'isSocialLink',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && socialLink(value) !== null,
        defaultMessage: () =>
          `Please enter a username or an https address of at most ${LONGEST_LINK} characters`,
      },
    }),
  );
}

/** Errors for names that others could mistake for another user. */
const BORROWED = {
  person: 'This name looks like the anonymous name of another user. Please choose another one',
  service: 'This name is reserved for Footnote. Please choose another one',
} as const;

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

@Routes('account', 'api')
export class AccountController {
  /** One queue per account: a replaced picture's files must not be deleted while they are being written. */
  private readonly turns = new Map<string, LimitFunction>();

  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly texts: TextCheck,
    private readonly names: DisplayNames,
    private readonly check: PhotoCheck,
    private readonly images: ImageStore,
    private readonly unused: UnusedPictures,
  ) {}

  @Route('GET', 'user', { who: 'signedIn', summary: 'Your own account.', answer: User })
  account(@CurrentAccount() account: SignedIn): User {
    return account;
  }

  @Route('PATCH', 'auth/email-preferences', {
    who: 'signedIn',
    summary: 'Chooses which mails to get, besides those about account safety.',
    answer: User,
    errors: { 400: '' },
  })
  async changeEmailPreferences(
    @Body() preferences: EmailPreferencesRequest,
    @CurrentAccount() { id: accountId }: SignedIn,
  ): Promise<User> {
    await this.commands.execute(Account.ChangeEmailPreferences({ accountId, ...preferences }));
    return this.accounts.present(accountId);
  }

  @Route('PATCH', 'user/profile', {
    who: 'verified',
    summary: 'Changes your public profile.',
    answer: User,
    errors: {
      400: 'Errors of links have keys such as socialLinks.twitter. What a moderator withheld cannot be set again.',
      422: 'The moderation refused a text.',
    },
  })
  async changeProfile(
    @Body() { displayUsername, bio, socialLinks: links }: ProfileRequest,
    @CurrentAccount() account: SignedIn,
  ): Promise<User> {
    const { id: accountId } = account;
    const socialLinks = links && linksOf(links);
    const chosen = { name: displayUsername, bio, links: socialLinks };
    const compared = requireOthers(await this.stateOf(accountId), chosen);
    const name = displayUsername && displayUsername !== account.displayUsername ? displayUsername : null;
    const borrowed = name && impersonatedBy(name, account.anonymousUsername);
    if (borrowed) throw new InvalidRequestException({ displayUsername: [BORROWED[borrowed]] });
    // The anonymous username is public already, and the moderation could find a rude word where its parts meet.
    const isAnonymous = name?.toLowerCase() === account.anonymousUsername.toLowerCase();
    await Promise.all([
      name && !isAnonymous ? this.texts.admit('name', name) : null,
      bio && bio !== account.bio ? this.texts.admit('bio', bio) : null,
    ]);
    const change = (changedName: string | null | undefined) =>
      this.commands.execute(
        Account.ChangeProfile({
          accountId,
          displayUsername: changedName,
          bio,
          socialLinks,
          compared,
        }),
      );
    // A name that stays is left out: another request may change it meanwhile, and it may be too similar to another name
    // that is as old.
    if (displayUsername === undefined || displayUsername === (await this.names.chosenBy(accountId))) {
      await change(undefined);
    } else {
      await this.names.rename(accountId, displayUsername, () => change(displayUsername));
    }
    return this.accounts.present(accountId);
  }

  @Route('POST', 'user/profile/picture', {
    who: 'verified',
    limit: 'upload',
    summary: `Replaces your profile picture: ${PHOTO_LIMITS}.`,
    answer: User,
    errors: { 422: 'The moderation refused the picture, or withheld one that looks like it.' },
  })
  @ImageForm('picture', { canCrop: true })
  showPicture(
    @UploadedImage() bytes: Buffer,
    @UploadedCrop() crop: Crop | null,
    @CurrentUploader() uploader: Uploader,
    @CurrentAccount() { id: accountId }: SignedIn,
  ): Promise<User> {
    return this.inTurn(accountId, async () => {
      const admitted = await this.check.admit(bytes, uploader, crop);
      const { photoId: pictureId, photo, copyHashes, judgement } = admitted;
      const look = photo.perceptualHash;
      const compared = requireOtherPicture(await this.stateOf(accountId), { look, copyHashes });
      if (judgement.verdict === 'review') throw new PictureUncertainError(judgement.reasons);
      // The files first: the previous picture stays until this one can be shown.
      await this.unused.remember(pictureId, accountId);
      try {
        await this.images.put(pictureId, photo.renditions);
        await this.commands.execute(Account.ChangeProfilePicture({ accountId, pictureId, look, compared }));
      } finally {
        // If this fails, the sweep does it later.
        await this.unused.settle(pictureId, accountId).catch(() => undefined);
      }
      return this.accounts.present(accountId);
    });
  }

  @Route('DELETE', 'user/profile/picture', {
    who: 'verified',
    summary: 'Removes your profile picture.',
    answer: User,
  })
  removePicture(@CurrentAccount() { id: accountId }: SignedIn): Promise<User> {
    return this.inTurn(accountId, async () => {
      await this.commands.execute(Account.ChangeProfilePicture({ accountId, pictureId: null }));
      return this.accounts.present(accountId);
    });
  }

  /** @throws Rejected (notFound) if the account was deleted meanwhile */
  private async stateOf(accountId: string) {
    const state = await this.accounts.state(accountId);
    if (!state) throw new Rejected('notFound', 'User not found');
    return state;
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
