import { ShieldCheck } from 'lucide-react';
import { Section } from '../../components/Section.tsx';

const tips = [
  'Use a password that you use nowhere else. A password manager makes and remembers one for you.',
  'Long beats complicated: four words that have nothing to do with each other are hard to guess.',
  'We never ask for your password by mail. A mail that does is not from us.',
  'Sign out on devices that you share, and look through the list of sessions now and then.',
];

/** What keeps an account safe. */
export function SecurityTips() {
  return (
    <Section title="Security Tips" anchor="tips">
      <ul className="space-y-3">
        {tips.map((tip) => (
          <li key={tip} className="flex gap-3">
            <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
            {tip}
          </li>
        ))}
      </ul>
    </Section>
  );
}
