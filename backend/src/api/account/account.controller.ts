import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Patch, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  ApiUnprocessableEntityResponse,
} from '@nestjs/swagger';
import { User } from '../../projections/accounts/accounts.reader.js';
import { type Account, CurrentAccount, SignedIn, Verified } from '../http/current-account.js';
import { ErrorBody } from '../http/error-body.js';
import { ImageForm, UploadedImage } from '../http/image-form.js';
import { Limited } from '../http/limits.js';
import { CurrentUploader } from '../photos/current-uploader.js';
import type { Uploader } from '../photos/photo-check.js';
import { EmailPreferencesRequest, ProfileRequest } from './account.requests.js';
import { ProfilePictures } from './profile-picture.service.js';
import { Profiles } from './profile.service.js';

@ApiTags('account')
@Controller('api')
export class AccountController {
  constructor(
    private readonly profiles: Profiles,
    private readonly pictures: ProfilePictures,
  ) {}

  @Get('user')
  @SignedIn()
  @ApiOperation({ summary: 'Your own account.' })
  @ApiOkResponse({ type: User })
  account(@CurrentAccount() account: Account): User {
    return account;
  }

  @Patch('auth/email-preferences')
  @SignedIn()
  @ApiOperation({ summary: 'Chooses which mails to get, besides those about account safety.' })
  @ApiOkResponse({ type: User })
  @ApiBadRequestResponse({ type: ErrorBody })
  changeEmailPreferences(
    @Body() preferences: EmailPreferencesRequest,
    @CurrentAccount() account: Account,
  ): Promise<User> {
    return this.profiles.prefer(account.id, preferences);
  }

  @Patch('user/profile')
  @Verified()
  @ApiOperation({ summary: 'Changes your public profile.' })
  @ApiOkResponse({ type: User })
  @ApiBadRequestResponse({
    type: ErrorBody,
    description: 'Errors of links have keys such as socialLinks.twitter.',
  })
  @ApiUnprocessableEntityResponse({ type: ErrorBody, description: 'The moderation refused a text.' })
  changeProfile(@Body() profile: ProfileRequest, @CurrentAccount() account: Account): Promise<User> {
    return this.profiles.change(account, profile);
  }

  @Post('user/profile/picture')
  @Verified()
  @Limited('upload')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({
    summary: 'Replaces your profile picture: JPG, PNG or WEBP of at most 10 MB and 50 megapixels.',
  })
  @ImageForm('picture')
  @ApiOkResponse({ type: User })
  @ApiUnprocessableEntityResponse({ type: ErrorBody, description: 'The moderation refused the picture.' })
  showPicture(
    @UploadedImage() bytes: Buffer,
    @CurrentUploader() uploader: Uploader,
    @CurrentAccount() account: Account,
  ): Promise<User> {
    return this.pictures.show(account.id, bytes, uploader);
  }

  @Delete('user/profile/picture')
  @Verified()
  @ApiOperation({ summary: 'Removes your profile picture.' })
  @ApiOkResponse({ type: User })
  removePicture(@CurrentAccount() account: Account): Promise<User> {
    return this.pictures.remove(account.id);
  }
}
