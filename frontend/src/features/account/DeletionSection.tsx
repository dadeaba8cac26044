import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { useUnusedBoosts } from '../../api/boosts.ts';
import { currentPasswordRules } from '../../api/credential-rules.ts';
import type { User } from '../../api/generated/schema.d.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { AccountName, PasswordField } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Section } from '../../components/Section.tsx';
import { toast } from '../../components/toast.ts';
import { formatDate } from '../../lib/dates.ts';
import { useForm } from '../../lib/use-form.ts';
import { useRequestDeletion } from './account.queries.ts';
import { KeepAccount } from './AccountBanners.tsx';
import { lossesOf } from './payment-losses.ts';
import { paymentsQuery } from './payments.queries.ts';

const consequences = [
  'Nothing changes for 7 days. To cancel, sign in and press "Keep my account".',
  'After that, your profile, posts, photos, comments and sessions are deleted.',
  'Ratings and likes that you gave remain as anonymous counts.',
  'Your personal data becomes permanently unreadable. Nobody can restore it, not even us.',
];

interface DeletionFormProps {
  user: User;
  request: ReturnType<typeof useRequestDeletion>;
  onDone: () => void;
  onCancel: () => void;
}

function DeletionForm({ user, request, onDone, onCancel }: DeletionFormProps) {
  const unused = useUnusedBoosts();
  const { data: payments } = useInfiniteQuery(paymentsQuery);
  const losses = lossesOf(unused?.count ?? 0, payments?.pages.flatMap((page) => page.payments) ?? []);
  const { register, handleSubmit } = useForm({ defaultValues: { password: '' } });
  const send = useSend(request, {
    onSuccess: () => {
      onDone();
      toast({
        title: 'Your account will be deleted',
        // No mail is sent to an unverified address.
        description: `You have 7 days to change your mind.${user.emailVerified ? ' We have mailed you the date.' : ''}`,
      });
    },
  });
  const submit = handleSubmit(
    ({ password }) => send(password),
    () => request.reset(),
  );
  return (
    <form noValidate onSubmit={submit} className="mt-5 space-y-5">
      <AccountName value={user.email} />
      <ul className="list-disc space-y-2 pl-5 marker:text-danger">
        {[...consequences, ...losses].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {request.isError && (
        <Notice look="danger">{messageOf(request.error, 'That did not work. Please try again.')}</Notice>
      )}
      <PasswordField {...register('password', currentPasswordRules)} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="secondary" aria-disabled={request.isPending} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" look="danger" busy={request.isPending}>
          Delete My Account
        </Button>
      </div>
    </form>
  );
}

interface DeletionDialogProps {
  user: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called when it has closed after a request; the caller then moves the focus. */
  onRequested: () => void;
}

function DeletionDialog({ user, open, onOpenChange, onRequested }: DeletionDialogProps) {
  const request = useRequestDeletion();
  const isRequested = useRef(false);
  const change = (next: boolean): void => {
    // An old refusal must not be shown when it opens again.
    if (!next) request.reset();
    onOpenChange(next);
  };
  const close = (): void => change(false);
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      onCloseAutoFocus={(event) => {
        if (!isRequested.current) return;
        isRequested.current = false;
        event.preventDefault();
        onRequested();
      }}
      busy={request.isPending}
      title="Delete your account?"
      description="This is what happens:"
    >
      <DeletionForm
        user={user}
        request={request}
        onCancel={close}
        onDone={() => {
          isRequested.current = true;
          close();
        }}
      />
    </Dialog>
  );
}

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
          : 'Deletes your account and everything you posted, after 7 days in which you can change your mind.'
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
        // The button that opened it has been replaced.
        onRequested={focusHeading}
      />
    </Section>
  );
}
