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

interface MailSwitchProps {
  user: User;
  kind: (typeof switches)[number];
  onSaved: () => void;
}

function MailSwitch({ user, kind: [preference, label, description], onSaved }: MailSwitchProps) {
  const { mutate } = useMailPreference();
  const failure = useFailureToast();
  const change = (wanted: boolean): void =>
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

/** Which mails a person gets; each switch saves at once. */
export function MailSwitches({ user }: { user: User }) {
  const [saved, showSaved] = usePassing();
  return (
    <Section
      title="Email Notifications"
      anchor="mails"
      intro="Changes are saved at once. You always get mails about the security of your account."
      notice={saved}
    >
      <div className="divide-y divide-rule border-y border-rule">
        {switches.map((kind) => (
          <MailSwitch
            key={kind[0]}
            user={user}
            kind={kind}
            onSaved={() => showSaved('Preferences updated')}
          />
        ))}
      </div>
    </Section>
  );
}
