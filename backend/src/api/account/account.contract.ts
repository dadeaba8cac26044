import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject, IsOptional, ValidateBy, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { Flag, Maybe, Omissible, Optional, Text } from '../../contract/fields.js';
import { LONGEST_BIO, LONGEST_DISPLAY_NAME } from '../../domain/account/profile-text.js';
import { LONGEST_LINK, PLATFORMS, socialLink, type SocialLinks } from '../../domain/account/social-links.js';
import { visibleLine, visibleText } from '../../shared/visible-text.js';

/** Which mails to get; omitted fields stay unchanged. */
export class EmailPreferencesRequest {
  @IsWanted('Mail when another user rates a post.') readonly emailNotificationsRating?: boolean;
  @IsWanted('Mail when another user comments or replies.') readonly emailNotificationsComment?: boolean;
  @IsWanted('Mail about ranks on the leaderboard.') readonly emailNotificationsAchievements?: boolean;
  @IsWanted('Mail an hour before a boost ends.') readonly emailNotificationsBoosts?: boolean;
}

function IsWanted(about: string): PropertyDecorator {
  return Omissible(Flag, { about, message: 'Please send true or false' });
}

/** Profiles on other sites: omitted or blank links are removed. */
export class SocialLinksRequest {
  @IsSocialLink() readonly instagram?: string | null;
  @IsSocialLink() readonly twitter?: string | null;
  @IsSocialLink() readonly tiktok?: string | null;
  @IsSocialLink() readonly youtube?: string | null;
  @IsSocialLink() readonly snapchat?: string | null;
}

/** Profile changes. Omitted fields stay unchanged; null or blank removes a field. */
export class ProfileRequest {
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
export function linksOf(request: SocialLinksRequest): SocialLinks | null {
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
