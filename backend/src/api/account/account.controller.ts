import { Body } from '@nestjs/common';
import { User } from '../../projections/accounts/accounts.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import type { Crop } from '../../infrastructure/images/photo.js';
import { ImageForm, UploadedCrop, UploadedImage } from '../http/image-form.js';
import { CurrentUploader } from '../photos/current-uploader.js';
import type { Uploader } from '../photos/photo-check.js';
import { EmailPreferencesRequest, ProfileRequest } from './account.contract.js';
import { ProfilePictures } from './profile-picture.service.js';
import { Profiles } from './profile.service.js';
import { PHOTO_LIMITS } from '../../shared/photo-file.js';
import { Route, Routes } from '../http/route.js';

@Routes('account', 'api')
export class AccountController {
  constructor(
    private readonly profiles: Profiles,
    private readonly pictures: ProfilePictures,
  ) {}

  @Route('GET', 'user', { who: 'signedIn', summary: 'Your own account.', answer: User })
  account(@CurrentAccount() account: Account): User {
    return account;
  }

  @Route('PATCH', 'auth/email-preferences', {
    who: 'signedIn',
    summary: 'Chooses which mails to get, besides those about account safety.',
    answer: User,
    errors: { 400: '' },
  })
  changeEmailPreferences(
    @Body() preferences: EmailPreferencesRequest,
    @CurrentAccount() account: Account,
  ): Promise<User> {
    return this.profiles.prefer(account.id, preferences);
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
  changeProfile(@Body() profile: ProfileRequest, @CurrentAccount() account: Account): Promise<User> {
    return this.profiles.change(account, profile);
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
    @CurrentAccount() account: Account,
  ): Promise<User> {
    return this.pictures.show(account.id, bytes, crop, uploader);
  }

  @Route('DELETE', 'user/profile/picture', {
    who: 'verified',
    summary: 'Removes your profile picture.',
    answer: User,
  })
  removePicture(@CurrentAccount() account: Account): Promise<User> {
    return this.pictures.remove(account.id);
  }
}
