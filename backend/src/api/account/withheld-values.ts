import { HttpException, HttpStatus } from '@nestjs/common';
import type { Account, ProfilePart, ProfileValues, Withheld } from '../../domain/account/account-state.js';
import { PLATFORMS, profileOf, type SocialLinks } from '../../domain/account/social-links.js';
import { valuesOf } from '../../domain/account/withholding.js';
import { nearOneOf } from '../../projections/photos/near-copy.js';
import { InvalidRequestException } from '../http/validation.js';
import { looksLike } from './display-names.service.js';

const WITHHELD =
  'A moderator has withheld this, or something that looks like it. Please choose something else';

/** The new profile picture is one that was withheld, or looks like it. */
export class PictureWithheldError extends HttpException {
  constructor() {
    const message =
      'A moderator has withheld this picture, or one that looks like it. Please choose another one.';
    super({ message, code: 'picture_refused' }, HttpStatus.UNPROCESSABLE_ENTITY);
  }
}

type Moderated = Pick<Account, 'withheld' | 'profile' | 'pictureId'>;

/**
 * Compares new values of a person with those that were withheld from them. What stays as it is may be sent again. Returns the
 * acts that were compared.
 * @throws InvalidRequestException with the fields
 */
export function requireOthers(
  account: Moderated,
  { name, bio, links }: { readonly [Part in 'name' | 'bio' | 'links']?: ProfileValues[Part] | undefined },
): readonly string[] {
  const own = valuesOf(account);
  const errors: Record<string, string[]> = {};
  const isWithheld = (text: string | null | undefined, part: 'name' | 'bio') =>
    text && text !== own[part] && valuesIn(account, part).some((value) => value && looksLike(text, value));
  if (isWithheld(name, 'name')) errors['displayUsername'] = [WITHHELD];
  if (isWithheld(bio, 'bio')) errors['bio'] = [WITHHELD];
  if (links && JSON.stringify(links) !== JSON.stringify(own.links)) {
    const withheld = new Set(
      valuesIn(account, 'links')
        .flatMap(profilesIn)
        .map(([, profile]) => profile),
    );
    for (const [platform, profile] of profilesIn(links)) {
      if (withheld.has(profile)) errors[`socialLinks.${platform}`] = [WITHHELD];
    }
  }
  if (Object.keys(errors).length > 0) throw new InvalidRequestException(errors);
  return actsOf(account);
}

/** The same for a picture, by its perceptual hash and those that it may be a changed copy of. @throws PictureWithheldError */
export function requireOtherPicture(
  account: Moderated,
  { look, copyHashes }: { readonly look: string; readonly copyHashes: readonly string[] },
): readonly string[] {
  const looks = account.withheld.flatMap(({ parts, pictureLook }) =>
    parts.includes('picture') && pictureLook !== null ? [pictureLook] : [],
  );
  const isNear = nearOneOf([look, ...copyHashes]);
  if (looks.some(isNear)) throw new PictureWithheldError();
  return actsOf(account);
}

function actsOf({ withheld }: Moderated): readonly string[] {
  return withheld.map(({ actId }) => actId);
}

function valuesIn<Part extends ProfilePart>(
  { withheld }: Moderated,
  part: Part,
): readonly ProfileValues[Part][] {
  return withheld.flatMap(({ parts, values }: Withheld) => (parts.includes(part) ? [values[part]] : []));
}

function profilesIn(links: SocialLinks | null): [platform: string, profile: string][] {
  return PLATFORMS.flatMap((platform): [string, string][] => {
    const link = links?.[platform];
    return link ? [[platform, profileOf(platform, link)]] : [];
  });
}
