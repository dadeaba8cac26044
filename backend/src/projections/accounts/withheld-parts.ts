import { ProfilePart, type profile } from '../../domain/account/account-state.js';
import { type DataOf, type TypeOf, id, list, object } from '../../kernel/field.js';

/** What a person has chosen for their profile, shown or not. */
interface Chosen extends DataOf<typeof profile> {
  readonly profilePictureUrl: string | null;
}

/** The parts of a profile that admins withhold now, by the act. What the person changes is shown again. */
export const WithheldParts = list(object({ actId: id, parts: list(ProfilePart) }));
export type WithheldParts = TypeOf<typeof WithheldParts>;

const FIELD_OF = {
  name: 'displayUsername',
  bio: 'bio',
  links: 'socialLinks',
  picture: 'profilePictureUrl',
} as const satisfies Readonly<Record<ProfilePart, keyof Chosen>>;

export function withholds(withheld: WithheldParts, part: ProfilePart): boolean {
  return withheld.some(({ parts }) => parts.includes(part));
}

/** What is left when an act is undone. */
export function withoutAct(withheld: WithheldParts, undone: string): WithheldParts {
  return withheld.filter(({ actId }) => actId !== undone);
}

/** What is left after the person changed their profile. */
export function withoutChanged(
  withheld: WithheldParts,
  before: Chosen,
  after: Partial<Chosen>,
): WithheldParts {
  if (withheld.length === 0) return withheld;
  const stays = (part: ProfilePart) => {
    const field = FIELD_OF[part];
    return !(field in after) || JSON.stringify(before[field]) === JSON.stringify(after[field]);
  };
  return withheld
    .map(({ actId, parts }) => ({ actId, parts: parts.filter(stays) }))
    .filter(({ parts }) => parts.length > 0);
}
