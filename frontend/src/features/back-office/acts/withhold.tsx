import { type ReactNode, useId, useState } from 'react';
import { api } from '../../../api/client.ts';
import type { ManagedUser } from '../../../api/generated/schema.d.ts';
import { platforms } from '../../../lib/social-links.ts';
import { shownName } from '../../../lib/wording.ts';
import { Picture } from '../pictures/Picture.tsx';
import { type Act, acted, pathOf, type Question } from './act.ts';
import { ReasonDialog } from './ask.tsx';

/** A person, as far as it matters for withholding parts of their profile. */
type Profile = Pick<
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

/** What each part of a profile is called. */
export const profileParts: Readonly<Record<ProfilePart, string>> = {
  name: 'Name',
  bio: 'Bio',
  links: 'Links',
  picture: 'Picture',
};

/** The parts that others see, each with its value. */
function shownParts(profile: Profile): [ProfilePart, ReactNode][] {
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
  return Object.entries(values).flatMap(([key, value]): [ProfilePart, ReactNode][] => {
    const part = key as ProfilePart;
    return value && !withheld.some((one) => one.part === part) ? [[part, value]] : [];
  });
}

function WithholdDialog<Row extends Profile>({ onAnswer, ...question }: Question<Row>) {
  const [chosen, setChosen] = useState<readonly ProfilePart[]>([]);
  const [isMissing, setMissing] = useState(false);
  const id = useId();
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
        <fieldset aria-describedby={isMissing ? `${id}-problem` : undefined}>
          <legend className="mb-1 font-semibold">What to withhold</legend>
          {shownParts(profile).map(([part, value]) => (
            <div key={part} className="flex items-start gap-3 py-1">
              <input
                id={`${id}-${part}`}
                type="checkbox"
                checked={chosen.includes(part)}
                aria-describedby={`${id}-${part}-value`}
                onChange={({ target }) => {
                  setChosen(target.checked ? [...chosen, part] : chosen.filter((other) => other !== part));
                  setMissing(false);
                }}
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
            {isMissing && 'Please choose what to withhold'}
          </p>
        </fieldset>
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
