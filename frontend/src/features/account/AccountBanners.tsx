import type { ReactNode } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { focusPage } from '../../lib/focus-page.ts';
import { useSession } from '../session/session.queries.ts';
import { KeepAccount } from './KeepAccount.tsx';

function Banner({ children }: { children: ReactNode }) {
  return (
    <div className="border-t-[1.5px] border-danger bg-danger-wash">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 sm:px-6">
        {children}
      </div>
    </div>
  );
}

/** Has the page know how high the banners are, so that it scrolls what takes the focus out from under them. */
function makeRoom(banners: HTMLElement): () => void {
  const { style } = document.documentElement;
  const watch = new ResizeObserver(() => style.setProperty('--banners', `${banners.offsetHeight}px`));
  watch.observe(banners);
  return () => {
    watch.disconnect();
    style.removeProperty('--banners');
  };
}

/**
 * What a person must know on every page: that they are suspended, that their account is to be deleted. At the lower edge
 * of the window, where nothing moves when the session's check tells so late; in a low window, where they would take too
 * much of it, above the foot of the page.
 */
export function AccountBanners() {
  const { user } = useSession();
  if (!user?.suspension && !user?.deletionDueAt) return null;
  return (
    <section
      ref={makeRoom}
      aria-label="About your account"
      className="bottom-0 z-20 [@media(min-height:30rem)]:sticky"
    >
      {user.suspension && (
        <Banner>
          <p>
            <strong className="font-bold text-danger">Your account is suspended.</strong>{' '}
            {user.suspension.reason}
          </p>
        </Banner>
      )}
      {user.deletionDueAt && (
        <Banner>
          <p>
            <strong className="font-bold text-danger">
              Your account will be deleted on {formatDate(user.deletionDueAt)}.
            </strong>
          </p>
          <KeepAccount onKept={focusPage} />
        </Banner>
      )}
    </section>
  );
}
