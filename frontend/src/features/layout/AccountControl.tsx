import { Link, type ParsedLocation, useLocation } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useSession } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { apart } from '../../components/on-demand.tsx';

// A chunk of its own: visitors need none of it, and most people are visitors.
export const OwnControl = apart(() => import('./OwnControl.tsx').then((module) => module.OwnControl));

/** Where a login leads back to from here; undefined for the home page. On the way to an account that is still the page before. */
function wayBack({ pathname, href, search }: ParsedLocation): string | undefined {
  if (/^\/(?:login|register|(?:forgot|reset)-password|verify-email)$/.test(pathname)) {
    return 'next' in search && typeof search.next === 'string' ? search.next : undefined;
  }
  return pathname === '/' ? undefined : href;
}

function LoginLink(props: Pick<ComponentProps<'a'>, 'className' | 'onClick'>) {
  return (
    <Link to="/login" search={{ next: useLocation({ select: wayBack }) }} {...props}>
      Login
    </Link>
  );
}

/** The corner of the header on wide screens: Login, or the profile menu. Keeps its size during the session check. Without scripts nothing is checked: visitors see Login. */
export function AccountControl() {
  const { user, isLoading } = useSession();
  return (
    <div className="flex h-11 w-24 justify-end">
      {user && <OwnControl is="menu" user={user} />}
      {!user && (
        <Button asChild className={`w-full ${isLoading ? 'scripted:invisible' : ''}`}>
          <LoginLink />
        </Button>
      )}
    </div>
  );
}

/** The person's links in the mobile menu; `onLeave` closes it. */
export function AccountLinks({ onLeave }: { onLeave: () => void }) {
  const { user, isLoading } = useSession();
  if (isLoading) return null;
  if (user) return <OwnControl is="links" user={user} onLeave={onLeave} />;
  return <LoginLink onClick={onLeave} className="py-3.5 font-display text-xl font-bold text-accent" />;
}
