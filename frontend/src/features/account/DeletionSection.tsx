import { useRef, useState } from 'react';
import type { User } from '../../api/types.ts';
import { Button } from '../../components/Button.tsx';
import { Section } from '../../components/Section.tsx';
import { formatDate } from '../../lib/dates.ts';
import { DeletionDialog } from './DeletionDialog.tsx';
import { KeepAccount } from './KeepAccount.tsx';

/** Where an account is deleted, or kept after all. */
export function DeletionSection({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = (): void => heading.current?.focus({ preventScroll: true });
  return (
    <Section
      title="Delete My Account"
      anchor="deletion"
      heading={heading}
      intro={
        user.deletionDueAt
          ? `Your account and everything in it will be deleted on ${formatDate(user.deletionDueAt)}. Until then you can change your mind.`
          : 'Removes you and everything you posted for good, after 7 days in which you can change your mind.'
      }
    >
      {user.deletionDueAt ? (
        <KeepAccount onKept={focusHeading} />
      ) : (
        <Button look="danger" onClick={() => setOpen(true)}>
          Delete My Account…
        </Button>
      )}
      <DeletionDialog
        user={user}
        open={open}
        onOpenChange={setOpen}
        // The button that opened it has given way to another.
        onRequested={focusHeading}
      />
    </Section>
  );
}
