import { type ReactNode, useId, useState } from 'react';
import { api } from '../../../api/client.ts';
import type { ManagedUser } from '../../../api/generated/schema.d.ts';
import { platforms } from '../../../lib/social-links.ts';
import { shownName } from '../../../lib/wording.ts';
import { Picture } from '../pictures/Picture.tsx';
import { type Act, acted, pathOf, type Question } from './act.ts';
import { ReasonDialog } from './ask.tsx';

/** A person, as far as it matters for withholding parts of their profile. */
export type Profile = Pick<
  ManagedUser,
  | 'id'
  | 'anonymousUsername'
  | 'displayUsername'
  | 'bio'
  | 'socialLinks'
  | 'profilePictureUrl'
  | 'profileChangedAt'
  | 'withheld'
>;
export type ProfilePart = Profile['withheld'][number]['part'];

export const NO_PART = 'Please choose what to withhold';

/** What each part of a profile is called. */
export const profileParts: Readonly<Record<ProfilePart, string>> = {
  name: 'Name',
  bio: 'Bio',
  links: 'Links',
  picture: 'Picture',
};

/** The parts that the person has set, each with its value, and whether it is withheld. */
export function partsOf(profile: Profile): [ProfilePart, ReactNode, boolean][] {
  const { displayUsername, bio, socialLinks, profilePictureUrl, withheld } = profile;
  const links = platforms.flatMap(({ key, name }) =>
    socialLinks?.[key] ? [`${name}: ${socialLinks[key]}`] : [],
  );
  const values: Readonly<Record<ProfilePart, ReactNode>> = {
    name: displayUsername,
    bio,
    links: links.length > 0 && links.join('\n'),
    picture: profilePictureUrl && (
      <Picture imageUrl={profilePictureUrl} alt="" of={shownName(profile)} sizes="96px" className="size-24" />
    ),
  };
  return Object.entries(values).flatMap(([key, value]): [ProfilePart, ReactNode, boolean][] => {
    const part = key as ProfilePart;
    return value ? [[part, value, withheld.some((one) => one.part === part)]] : [];
  });
}

/** The parts that others see, each with its value. */
export function shownParts(profile: Profile) {
  return partsOf(profile).filter(([, , isWithheld]) => !isWithheld);
}

/** The parts that are chosen after one of them was pressed. */
export function turned(chosen: readonly ProfilePart[], part: ProfilePart): ProfilePart[] {
  return chosen.includes(part) ? chosen.filter((other) => other !== part) : [...chosen, part];
}

interface PartsFieldProps {
  profile: Profile;
  chosen: readonly ProfilePart[];
  isMissing: boolean;
  onTurn: (part: ProfilePart) => void;
}

/** Which parts of a profile are withheld, each with what it is now. */
export function PartsField({ profile, chosen, isMissing, onTurn }: PartsFieldProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={isMissing ? `${id}-problem` : undefined}>
      <legend className="mb-1 font-semibold">What to withhold</legend>
      {shownParts(profile).map(([part, value]) => (
        <div key={part} className="flex items-start gap-3 py-1">
          <input
            id={`${id}-${part}`}
            type="checkbox"
            checked={chosen.includes(part)}
            aria-describedby={`${id}-${part}-value`}
            onChange={() => onTurn(part)}
            className="mt-0.5 size-6 shrink-0 accent-accent"
          />
          <div className="min-w-0">
            <label htmlFor={`${id}-${part}`} className="flex min-h-7 cursor-pointer items-center">
              {profileParts[part]}
            </label>
            <div
              id={`${id}-${part}-value`}
              className="text-soft [overflow-wrap:anywhere] whitespace-pre-line"
            >
              {value}
            </div>
          </div>
        </div>
      ))}
      <p id={`${id}-problem`} role="alert" className="text-[0.9375rem] font-medium text-danger">
        {isMissing && NO_PART}
      </p>
    </fieldset>
  );
}

function WithholdDialog<Row extends Profile>({ onAnswer, ...question }: Question<Row>) {
  const [chosen, setChosen] = useState<readonly ProfilePart[]>([]);
  const [isMissing, setMissing] = useState(false);
  const [profile] = question.rows;
  if (!profile) return null;
  return (
    <ReasonDialog
      {...question}
      onDecide={(given) => {
        if (chosen.length === 0) return setMissing(true);
        const seen = profile.profileChangedAt;
        onAnswer((user) =>
          acted(
            api.POST('/api/rtm-sys/users/{id}/withhold', {
              ...pathOf(user),
              body: { ...given, parts: [...chosen], ...(seen !== null && { seen }) },
            }),
            { title: 'Profile withheld' },
          ),
        );
      }}
      above={
        <PartsField
          profile={profile}
          chosen={chosen}
          isMissing={isMissing}
          onTurn={(part) => {
            setChosen(turned(chosen, part));
            setMissing(false);
          }}
        />
      }
    />
  );
}

/** Withholds parts of a profile. For who has some that others see. */
export function withholding<Row extends Profile>(): Act<Row> {
  return {
    kind: 'ProfileWithheld',
    name: 'Withhold',
    action: 'Withhold Parts of the Profile',
    isFor: (profile) => shownParts(profile).length > 0,
    about:
      'Nobody else sees these parts until the person changes them. They are told the reason and the note, and cannot choose the same again.',
    ask: (question) => <WithholdDialog {...question} />,
  };
}
