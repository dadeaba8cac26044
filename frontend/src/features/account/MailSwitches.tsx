import { messageOf } from '../../api/api-error.ts';
import type { User } from '../../api/generated/schema.d.ts';
import { usePassing } from '../../components/Notice.tsx';
import { Section } from '../../components/Section.tsx';
import { SwitchRow } from '../../components/SwitchRow.tsx';
import { useFailureToast } from '../../components/toast.ts';
import { type MailPreference, useMailPreference } from './account.queries.ts';

const switches: readonly (readonly [MailPreference, label: string, description: string])[] = [
  ['emailNotificationsRating', 'Ratings', 'When somebody rates one of your posts.'],
  ['emailNotificationsComment', 'Comments', 'When somebody comments on one of your posts or replies to you.'],
  ['emailNotificationsAchievements', 'Achievements', 'When one of your posts reaches a rank or a milestone.'],
  ['emailNotificationsBoosts', 'Boosts', 'An hour before one of your boosts ends.'],
];

const rhythms = [
  [false, 'As it happens', 'At most one an hour for a post.'],
  [true, 'Once a week, on Monday', 'One mail with all the news, after the week is closed.'],
] as const;

/** Saves one of the choices. */
function useSaving(preference: MailPreference, onSaved: () => void) {
  const { mutate } = useMailPreference();
  const failure = useFailureToast();
  return (wanted: boolean): void =>
    mutate(
      { preference, wanted },
      {
        onSuccess: () => {
          failure.clear();
          onSaved();
        },
        onError: (error) => failure.tell('Failed to Update Preferences', messageOf(error)),
      },
    );
}

interface MailSwitchProps {
  user: User;
  kind: (typeof switches)[number];
  onSaved: () => void;
}

function MailSwitch({ user, kind: [preference, label, description], onSaved }: MailSwitchProps) {
  const change = useSaving(preference, onSaved);
  return (
    <SwitchRow
      label={label}
      description={description}
      // A missing preference counts as on.
      checked={user[preference] ?? true}
      onChange={change}
    />
  );
}

/** When the mails come that the switches above, but for boosts, let through. */
function MailRhythm({ user, onSaved }: Pick<MailSwitchProps, 'user' | 'onSaved'>) {
  const change = useSaving('emailWeekly', onSaved);
  return (
    <fieldset className="mt-6">
      <legend className="mb-1.5 font-semibold">When ratings, comments and achievements are mailed</legend>
      {rhythms.map(([isWeekly, label, description]) => (
        <label key={label} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
          <input
            type="radio"
            name="rhythm"
            checked={user.emailWeekly === isWeekly}
            onChange={() => change(isWeekly)}
            aria-describedby={`rhythm-${isWeekly}`}
            className="mt-0.5 size-5 shrink-0 accent-accent"
          />
          <span>
            {label}
            <span id={`rhythm-${isWeekly}`} aria-hidden className="block text-[0.9375rem] text-soft">
              {description}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Which mails a person gets, and when; each choice saves at once. */
export function MailSwitches({ user }: { user: User }) {
  const [saved, showSaved] = usePassing();
  const onSaved = () => showSaved('Preferences updated');
  return (
    <Section
      title="Email Notifications"
      anchor="mails"
      intro="Changes are saved at once. You always get mails about the security of your account."
      notice={saved}
    >
      <div className="divide-y divide-rule border-y border-rule">
        {switches.map((kind) => (
          <MailSwitch key={kind[0]} user={user} kind={kind} onSaved={onSaved} />
        ))}
      </div>
      <MailRhythm user={user} onSaved={onSaved} />
    </Section>
  );
}
