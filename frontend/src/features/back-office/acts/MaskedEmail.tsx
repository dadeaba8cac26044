import { useMutation, useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { toastFailure } from '../../../components/toast.ts';
import type { AdminRole } from '../layout/sections.ts';
import { adminQuery } from '../session/admin.queries.ts';

type Holder = 'person' | 'admin' | 'invitation';

const roles: Readonly<Record<Holder, readonly AdminRole[]>> = {
  person: ['finance', 'owner'],
  admin: ['owner'],
  invitation: ['owner'],
};

function lookUp(holder: Holder, id: string) {
  const params = { params: { path: { id } } };
  if (holder === 'person') return bodyOf(api.POST('/api/rtm-sys/users/{id}/email', params));
  return bodyOf(
    holder === 'admin'
      ? api.POST('/api/rtm-sys/admins/{id}/email', params)
      : api.POST('/api/rtm-sys/admins/invitations/{id}/email', params),
  );
}

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
  const look = useMutation({
    mutationFn: () => lookUp(holder, id),
    onError: (error) => toastFailure('Failed to show the email', messageOf(error)),
  });
  const mayLook = admin !== undefined && admin !== null && roles[holder].includes(admin.role);
  return (
    <span className="[overflow-wrap:anywhere]">
      <span aria-live="polite">{look.data?.email ?? masked}</span>
      {mayLook && !look.data && (
        <button
          type="button"
          className="ml-2 min-h-8 text-link underline"
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
