import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { toastFailure } from '../../../components/toast.ts';
import type { AdminRole } from '../layout/sections.ts';
import { adminQuery } from '../session/admin.queries.ts';
import { pathOf } from './act.ts';

type Holder = 'person' | 'admin' | 'invitation';

const roles: Readonly<Record<Holder, readonly AdminRole[]>> = {
  person: ['finance', 'owner'],
  admin: ['owner'],
  invitation: ['owner'],
};

const addresses = {
  person: '/api/rtm-sys/users/{id}/email',
  admin: '/api/rtm-sys/admins/{id}/email',
  invitation: '/api/rtm-sys/admins/invitations/{id}/email',
} as const satisfies Record<Holder, string>;

interface MaskedEmailProps {
  holder: Holder;
  id: string;
  /** Without it, only the button is there. */
  masked?: string;
  /** Whose it is, for screen readers. */
  name: string;
}

/** An email address, masked until an admin who may see it asks for it. The server records each look. */
export function MaskedEmail({ holder, id, masked, name }: MaskedEmailProps) {
  const { data: admin } = useQuery(adminQuery);
  const shown = useRef<HTMLSpanElement>(null);
  const look = useMutation({
    mutationFn: () => bodyOf(api.POST(addresses[holder], pathOf({ id }))),
    onSuccess: () => shown.current?.focus(),
    onError: (error) => toastFailure('Failed to show the email', messageOf(error)),
  });
  const mayLook = admin !== undefined && admin !== null && roles[holder].includes(admin.role);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      {/* The button with the focus goes away once the address is there. */}
      <span
        ref={shown}
        tabIndex={-1}
        aria-live="polite"
        className={look.data ? 'min-w-0 [overflow-wrap:anywhere]' : 'whitespace-nowrap'}
      >
        {look.data?.email ?? masked}
      </span>
      {mayLook && !look.data && (
        <button
          type="button"
          className="min-h-8 text-link underline"
          title="Each look is recorded."
          aria-label={`Show the email of ${name}`}
          disabled={look.isPending}
          onClick={() => look.mutate()}
        >
          Show
        </button>
      )}
    </span>
  );
}
