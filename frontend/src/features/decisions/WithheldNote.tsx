import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { User } from '../../api/generated/schema.d.ts';
import { Appeal } from './Appeal.tsx';
import { decisionsQuery } from './decisions.queries.ts';

type Part = User['withheld'][number]['part'];

const names: Readonly<Record<Part, string>> = {
  name: 'display name',
  bio: 'bio',
  links: 'social links',
  picture: 'profile picture',
};

/** Says that a part of the person's own profile is withheld, why, and what they can do; nothing for any other part. */
export function WithheldNote({ user, part }: { user: User; part: Part }) {
  const actId = user.withheld.find((one) => one.part === part)?.actId;
  const { data: decisions } = useQuery({ ...decisionsQuery, enabled: actId !== undefined });
  if (actId === undefined) return null;
  const decision = decisions?.find((one) => one.actId === actId);
  return (
    <section
      aria-label={`About your ${names[part]}`}
      className="min-h-44 space-y-1.5 rounded-control border-l-4 border-danger bg-danger-wash px-4 py-3"
    >
      <p className="font-semibold text-danger">A moderator withheld your {names[part]}.</p>
      <p className="text-[0.9375rem]">
        Only you can see {part === 'links' ? 'them' : 'it'}. You can choose something else, but not the same
        again.
      </p>
      {decision && decision.label !== null && (
        <p className="text-[0.9375rem]">
          Reason: {decision.label}. See section {decision.section} of the{' '}
          <Link to="/termsofservice" className="text-link">
            Terms of Service
          </Link>
          .
        </p>
      )}
      {decision && decision.note !== '' && (
        <p className="text-[0.9375rem] [overflow-wrap:anywhere]">A moderator wrote: “{decision.note}”</p>
      )}
      {decision && <Appeal decision={decision} />}
    </section>
  );
}
