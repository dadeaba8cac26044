import { Link } from '@tanstack/react-router';
import type { User } from '../../api/types.ts';
import { Section } from '../../components/Section.tsx';

/** What stands fast about a person: the address they sign in with, and the name they were given. */
export function Identity({ user }: { user: User }) {
  return (
    <Section title="Your Account" anchor="account">
      <dl className="grid gap-5 sm:grid-cols-2">
        <div className="min-w-0">
          <dt className="font-semibold">Email</dt>
          <dd className="mt-0.5 break-words">{user.email}</dd>
          <dd className="text-[0.9375rem] text-soft">Not public: nobody else ever sees it.</dd>
        </div>
        <div className="min-w-0">
          <dt className="font-semibold">Anonymous username</dt>
          <dd className="mt-0.5 break-words">{user.anonymousUsername}</dd>
          <dd className="text-[0.9375rem] text-soft">
            {user.displayUsername === null ? (
              <>
                Shown until you{' '}
                <Link to="/profile/settings" className="text-link">
                  choose a display name
                </Link>
              </>
            ) : (
              <>
                Not shown while you have a{' '}
                <Link to="/profile/settings" className="text-link">
                  display name
                </Link>
              </>
            )}
            .
          </dd>
        </div>
      </dl>
    </Section>
  );
}
