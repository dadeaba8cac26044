import { Injectable } from '@nestjs/common';
import { Optional, Text } from '../../contract/fields.js';
import { profile } from '../../domain/account/account-state.js';
import { type TypeOf, id, list, nullable, object, text, time } from '../../kernel/field.js';
import { PublicViews } from '../../kernel/projection.js';
import { readerOf, view } from '../view.js';
import { WithheldParts, withholds, withoutAct, withoutChanged } from './withheld-parts.js';

const PICTURE = 'profilePictureUrl';
const KEPT_PICTURE = 'kept.profilePictureUrl';

const chosen = { ...profile, profilePictureUrl: nullable(text) };

/** A person as others see them: public fields, and what is kept from others. A person whose key was destroyed has no document. */
const Person = object({
  username: text,
  ...chosen,
  /** What the person has chosen, and what keeps it from others; null where nothing does. */
  kept: nullable(
    object({
      ...chosen,
      withheld: WithheldParts,
      /** The open suspensions by admins, which hide bio and picture. */
      suspensions: list(object({ suspensionId: id, endsAt: nullable(time) })),
    }),
  ),
});
export type PersonDocument = TypeOf<typeof Person>;
type Kept = NonNullable<PersonDocument['kept']>;

export const people = view('people', {
  version: 5,
  document: Person,
  isRemembered: true,
  ofLiving: (person, isErased) => (isErased(person._id) ? null : person),
  tellsOf: ({ _id }) => [`account-${_id}`],
  indexes: [PICTURE, KEPT_PICTURE].map((field) => ({ fields: { [field]: 1 }, isSparse: true })),
})
  .createdBy('accountId', {
    AccountRegistered: (_, { username }) =>
      username === null
        ? null
        : {
            username,
            displayUsername: null,
            bio: null,
            socialLinks: null,
            profilePictureUrl: null,
            kept: null,
          },
  })
  .changedBy('accountId', {
    ProfileChanged: (person, { displayUsername, bio, socialLinks }) =>
      changed(person, { displayUsername, bio, socialLinks }),
    ProfilePictureChanged: (person, { pictureId }) =>
      changed(person, { profilePictureUrl: profilePictureUrl(pictureId) }),
    ProfileWithheld: (person, { actId, parts }) => {
      const kept = keptOf(person);
      return shown(person, { ...kept, withheld: [...kept.withheld, { actId, parts }] });
    },
    ProfileWithholdingUndone: (person, { actId }) => {
      const kept = keptOf(person);
      return shown(person, { ...kept, withheld: withoutAct(kept.withheld, actId) });
    },
    WithheldNameTaken: (person) => changed(person, { displayUsername: null }),
    AccountSuspended: (person, { suspensionId, cause, endsAt }) => {
      const kept = keptOf(person);
      return cause === 'moderation'
        ? shown(person, { ...kept, suspensions: [...kept.suspensions, { suspensionId, endsAt }] })
        : person;
    },
    AccountRestored: (person, { suspensionId: lifted }, { at }) => {
      const kept = keptOf(person);
      const open = kept.suspensions.filter(
        ({ suspensionId, endsAt }) => suspensionId !== lifted && (endsAt === null || at < endsAt),
      );
      return shown(person, { ...kept, suspensions: open });
    },
    AccountDeleted: () => null,
  });

function keptOf({ kept, displayUsername, bio, socialLinks, profilePictureUrl: url }: PersonDocument): Kept {
  return kept ?? { displayUsername, bio, socialLinks, profilePictureUrl: url, withheld: [], suspensions: [] };
}

function changed(person: PersonDocument, after: Partial<Kept>): PersonDocument {
  const kept = keptOf(person);
  return shown(person, { ...kept, ...after, withheld: withoutChanged(kept.withheld, kept, after) });
}

/** The person as others see them, by what they have chosen and what is kept from others. */
function shown({ username }: PersonDocument, kept: Kept): PersonDocument {
  const { withheld, suspensions, ...own } = kept;
  if (withheld.length === 0 && suspensions.length === 0) return { username, ...own, kept: null };
  const { displayUsername, bio, socialLinks, profilePictureUrl: url } = own;
  const isSuspended = suspensions.length > 0;
  return {
    username,
    displayUsername: withholds(withheld, 'name') ? null : displayUsername,
    bio: isSuspended || withholds(withheld, 'bio') ? null : bio,
    socialLinks: withholds(withheld, 'links') ? null : socialLinks,
    profilePictureUrl: isSuspended || withholds(withheld, 'picture') ? null : url,
    kept,
  };
}

/** The address of a person's picture; null if they have none. */
export function profilePictureUrl(pictureId: string | null): string | null {
  return pictureId && `/images/${pictureId}/320.webp`;
}

/** What all users may see of a person. */
export type PublicPerson = Omit<PersonDocument, 'kept'>;

/** Profiles on other sites; each is a username or an address. */
export class SocialLinks implements NonNullable<PublicPerson['socialLinks']> {
  @Optional(Text) readonly instagram?: string;
  @Optional(Text) readonly twitter?: string;
  @Optional(Text) readonly tiktok?: string;
  @Optional(Text) readonly youtube?: string;
  @Optional(Text) readonly snapchat?: string;
}

export interface PictureOwner {
  readonly accountId: string;
  readonly isHidden: boolean;
}

@Injectable()
export class PeopleReader extends readerOf(people, PublicViews) {
  /** The people of `ids` who exist, by id, in one look-up. Ids may repeat. */
  byIds(ids: readonly string[]): Promise<ReadonlyMap<string, PublicPerson>> {
    return this.documents.getMany(ids);
  }
  /** Whose profile picture this is, and whether it is kept from others; null for any other picture. */
  async ownerOfPicture(pictureId: string): Promise<PictureOwner | null> {
    const url = profilePictureUrl(pictureId);
    const where = { $or: [{ [PICTURE]: url }, { [KEPT_PICTURE]: url }] };
    const [person] = await this.documents.find({ where, limit: 1 });
    return person ? { accountId: person._id, isHidden: person.profilePictureUrl === null } : null;
  }
}
