import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import {
  IsBoolean,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Transform, Type } from 'class-transformer';
import { KnownPassword } from '../auth/auth.requests.js';
import { LONGEST_BIO, LONGEST_DISPLAY_NAME } from '../../domain/account/profile-text.js';
import { LONGEST_LINK, PLATFORMS, socialLink, type SocialLinks } from '../../domain/account/social-links.js';
import { visibleLine, visibleText } from '../../domain/visible-text.js';

/** The wish to have one's account deleted, confirmed by the password that one signs in with. */
export class DeletionRequest {
  @KnownPassword()
  readonly password!: string;
}

/** Which mails are wanted; what is left out stays as it is. */
export class EmailPreferencesRequest {
  @IsWanted('Mail when somebody rates a post.')
  readonly emailNotificationsRating?: boolean;

  @IsWanted('Mail when somebody comments or replies.')
  readonly emailNotificationsComment?: boolean;

  @IsWanted('Mail about places on the board.')
  readonly emailNotificationsAchievements?: boolean;
}

function IsWanted(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: Boolean, description }),
    ValidateIf((_, value) => value !== undefined),
    IsBoolean({ message: 'Please say true or false' }),
  );
}

/** Where else the person is to be found: what is left out, or blank, is taken away. */
export class SocialLinksRequest {
  @IsSocialLink()
  readonly instagram?: string | null;

  @IsSocialLink()
  readonly twitter?: string | null;

  @IsSocialLink()
  readonly tiktok?: string | null;

  @IsSocialLink()
  readonly youtube?: string | null;

  @IsSocialLink()
  readonly snapchat?: string | null;
}

/** Who one is to others. What is left out stays as it is; null, or blank, takes it away. */
export class ProfileRequest {
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: LONGEST_DISPLAY_NAME })
  @Transform(spelled(visibleLine))
  @MaxLength(LONGEST_DISPLAY_NAME, { message: `A name has at most ${LONGEST_DISPLAY_NAME} characters` })
  @IsString({ message: 'A name must be text' })
  @IsOptional()
  readonly displayUsername?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: LONGEST_BIO })
  @Transform(spelled(visibleText))
  @MaxLength(LONGEST_BIO, { message: `A bio has at most ${LONGEST_BIO} characters` })
  @IsString({ message: 'A bio must be text' })
  @IsOptional()
  readonly bio?: string | null;

  @ApiPropertyOptional({ type: SocialLinksRequest, nullable: true })
  @Type(() => SocialLinksRequest)
  @ValidateNested()
  @IsObject({ message: 'Please send the links by platform' })
  @IsOptional()
  readonly socialLinks?: SocialLinksRequest | null;
}

/** The links that are left of a request; null for none. */
export function linksOf(request: SocialLinksRequest): SocialLinks | null {
  const links = PLATFORMS.flatMap((platform) => {
    const link = request[platform];
    return link ? [[platform, link]] : [];
  });
  return links.length > 0 ? Object.fromEntries(links) : null;
}

/** Brings a link into its one spelling; what has none is left for the check to turn down. */
function IsSocialLink(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: String,
      nullable: true,
      maxLength: LONGEST_LINK,
      description: 'A username there, or an https address.',
    }),
    Transform(spelled((typed) => (typed.trim() === '' ? null : (socialLink(typed) ?? typed)))),
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

function spelled(spell: (typed: string) => string | null) {
  return ({ value }: { value: unknown }) => (typeof value === 'string' ? spell(value) : value);
}
