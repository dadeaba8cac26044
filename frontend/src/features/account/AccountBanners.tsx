import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/api-error.ts';
import type { UserSuspension } from '../../api/generated/schema.d.ts';
import { useSession } from '../../api/session.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { toast, toastFailure } from '../../components/toast.ts';
import { formatDate, formatMinute } from '../../lib/dates.ts';
import { focusPage } from '../../lib/page.ts';
import { useNow } from '../../lib/use-now.ts';
import { useCancelDeletion } from './account.queries.ts';
import { runningSuspension } from '../../api/suspension.ts';

function Banner({ children }: { children: ReactNode }) {
  return (
    <div className="border-t-[1.5px] border-danger bg-danger-wash">
      <div className="mx-auto flex max-w-wide flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 sm:px-6">
        {children}
      </div>
    </div>
  );
}

/** Publishes the height of the banners, so that the page scrolls focused elements out from under them. */
function makeRoom(banners: HTMLElement): () => void {
  const { style } = document.documentElement;
  const watch = new ResizeObserver(() => style.setProperty('--banners', `${banners.offsetHeight}px`));
  watch.observe(banners);
  return () => {
    watch.disconnect();
    style.removeProperty('--banners');
  };
}

function SuspensionText({ suspension: { cause, reason, endsAt } }: { suspension: UserSuspension }) {
  return (
    <p>
      <strong className="font-bold text-danger">
        {`Your account is suspended${
          endsAt !== null
            ? ` until ${formatMinute(endsAt)}`
            : cause === 'dispute'
              ? ' because of a payment dispute'
              : ''
        }.`}
      </strong>{' '}
      <span>{reason}</span>
    </p>
  );
}

/**
 * What a person must know on every page: a suspension, a scheduled deletion. Fixed to the bottom of the window, so
 * that nothing moves when the session check answers late; above the footer in a low window, where they would take too
 * much space.
 */
export function AccountBanners() {
  const { user } = useSession();
  const now = useNow('minute');
  const suspension = runningSuspension(user?.suspension ?? null, now);
  if (!user || (!suspension && !user.deletionDueAt)) return null;
  return (
    <section
      ref={makeRoom}
      aria-label="About your account"
      className="bottom-(--bar) z-20 [@media(min-height:30rem)]:sticky print:hidden"
    >
      {suspension && (
        <Banner>
          <SuspensionText suspension={suspension} />
          {suspension.cause === 'moderation' && (
            <Button asChild look="secondary" className="shrink-0">
              <Link to="/account/settings" hash="decisions">
                See the decision
              </Link>
            </Button>
          )}
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

/** The button that cancels the deletion of the account; `onKept` is called before the button disappears. */
export function KeepAccount({ onKept }: { onKept: () => void }) {
  const cancel = useCancelDeletion();
  const send = useSend(cancel, {
    onSuccess: () => {
      onKept();
      toast({ title: 'Welcome back', description: 'Your account will not be deleted.' });
    },
    onError: (error) => toastFailure('That did not work', messageOf(error)),
  });
  return (
    <Button look="secondary" busy={cancel.isPending} className="shrink-0" onClick={() => send()}>
      Keep my account
    </Button>
  );
}
