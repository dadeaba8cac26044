import { Body, applyDecorators } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, IsOptional, ValidateBy, ValidateNested } from 'class-validator';
import { Flag, Maybe, Omissible, Optional, Text } from '../../contract/fields.js';
import { Account } from '../../domain/account/account.js';
import { LONGEST_BIO, LONGEST_DISPLAY_NAME } from '../../domain/account/profile.js';
import { LONGEST_LINK, PLATFORMS, socialLink, type SocialLinks } from '../../domain/account/social-links.js';
import type { Crop } from '../../infrastructure/images/photo.js';
import { User } from '../../projections/accounts/accounts.js';
import { PHOTO_LIMITS } from '../../shared/photo-file.js';
import { visibleLine, visibleText } from '../../shared/visible-text.js';
import { Accounts } from '../http/accounts.js';
import { type Account as SignedIn, CurrentAccount } from '../http/current-account.js';
import { ImageForm, UploadedCrop, UploadedImage } from '../http/image-form.js';
import { Route, Routes } from '../http/route.js';
import { CurrentUploader } from '../photos/current-uploader.js';
import type { Uploader } from '../photos/photo-check.js';
import { ProfilePictures } from './profile-picture.service.js';
import { Profiles } from './profile.service.js';

/** Which mails to get; omitted fields stay unchanged. */
class EmailPreferencesRequest {
  @IsWanted('Mail when another user rates a post.') readonly emailNotificationsRating?: boolean;
  @IsWanted('Mail when another user comments or replies.') readonly emailNotificationsComment?: boolean;
  @IsWanted('Mail about ranks on the leaderboard.') readonly emailNotificationsAchievements?: boolean;
  @IsWanted('Mail an hour before a boost ends.') readonly emailNotificationsBoosts?: boolean;
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

@Routes('account', 'api')
export class AccountController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly profiles: Profiles,
    private readonly pictures: ProfilePictures,
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
      400: 'Errors of links have keys such as socialLinks.twitter.',
      422: 'The moderation refused a text.',
    },
  })
  changeProfile(
    @Body() { socialLinks, ...profile }: ProfileRequest,
    @CurrentAccount() account: SignedIn,
  ): Promise<User> {
    return this.profiles.change(account, { ...profile, socialLinks: socialLinks && linksOf(socialLinks) });
  }

  @Route('POST', 'user/profile/picture', {
    who: 'verified',
    limit: 'upload',
    summary: `Replaces your profile picture: ${PHOTO_LIMITS}.`,
    answer: User,
    errors: { 422: 'The moderation refused the picture.' },
  })
  @ImageForm('picture', { canCrop: true })
  showPicture(
    @UploadedImage() bytes: Buffer,
    @UploadedCrop() crop: Crop | null,
    @CurrentUploader() uploader: Uploader,
    @CurrentAccount() account: SignedIn,
  ): Promise<User> {
    return this.pictures.show(account.id, bytes, crop, uploader);
  }

  @Route('DELETE', 'user/profile/picture', {
    who: 'verified',
    summary: 'Removes your profile picture.',
    answer: User,
  })
  removePicture(@CurrentAccount() account: SignedIn): Promise<User> {
    return this.pictures.remove(account.id);
  }
}
