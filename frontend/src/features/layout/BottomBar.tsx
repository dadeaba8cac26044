import { Link, useLocation } from '@tanstack/react-router';
import { Camera, Star, Trophy, UserRound } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { OwnControl } from './AccountControl.tsx';

/** The last one leads visitors to the login, and back from there. */
const places = [
  { to: '/leaderboard', text: 'Board', Icon: Trophy },
  { to: '/rate', text: 'Rate', Icon: Star },
  { to: '/', text: 'Upload', Icon: Camera },
  { to: '/me', text: 'Me', Icon: UserRound },
] as const;

/**
 * The main pages within reach of the thumb, on phones. It stays at the bottom of the window, and the page ends above it. In a low
 * window it is below the footer.
 */
export function BottomBar() {
  const { user } = useSession();
  // Phones get there from Me.
  const isInbox = useLocation({ select: ({ pathname }) => pathname === '/inbox' });
  return (
    <nav aria-label="Main" className="bottom-bar">
      {places.map(({ to, text, Icon }) => (
        <Link key={to} to={to} data-near={(isInbox && to === '/me') || undefined}>
          <Icon aria-hidden />
          {text}
          {user && Icon === UserRound && <OwnControl is="count" user={user} />}
        </Link>
      ))}
    </nav>
  );
}
