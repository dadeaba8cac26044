import { messageOf } from '../../api/api-error.ts';
import type { User } from '../../api/types.ts';
import { PassingNotice } from '../../components/PassingNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { SwitchRow } from '../../components/SwitchRow.tsx';
import { toast } from '../../components/toast-store.ts';
import { usePassing } from '../../lib/use-passing.ts';
import { type MailPreference, useMailPreference } from './settings.queries.ts';

const switches: readonly (readonly [MailPreference, label: string, description: string])[] = [
  ['emailNotificationsRating', 'Ratings', 'When somebody rates one of your posts.'],
  ['emailNotificationsComment', 'Comments', 'When somebody comments on a post of yours, or replies to you.'],
  ['emailNotificationsAchievements', 'Achievements', 'When a post of yours reaches a place or a mark.'],
];

/** Which mails a person gets; each switch saves at once. */
export function MailSwitches({ user }: { user: User }) {
  const { mutate } = useMailPreference();
  const [saved, showSaved] = usePassing();
  const change = (preference: MailPreference, wanted: boolean): void =>
    mutate(
      { preference, wanted },
      {
        onSuccess: () => showSaved('Preferences updated'),
        onError: (error) =>
          toast({
            title: 'Failed to Update Preferences',
            description: messageOf(error, 'Please try again'),
            look: 'danger',
          }),
      },
    );
  return (
    <Section
      title="Email Notifications"
      intro="Changes are saved at once. Mails about the safety of your account always reach you."
    >
      <div className="divide-y divide-rule border-y border-rule">
        {switches.map(([preference, label, description]) => (
          <SwitchRow
            key={preference}
            label={label}
            description={description}
            // A preference that is missing counts as on.
            checked={user[preference] ?? true}
            onChange={(wanted) => change(preference, wanted)}
          />
        ))}
      </div>
      <PassingNotice text={saved} className="mt-2 -mb-3 sm:-mb-6" />
    </Section>
  );
}
