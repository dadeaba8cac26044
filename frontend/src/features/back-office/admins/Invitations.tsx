import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { emailRules } from '../../../api/credential-rules.ts';
import type { AdminInvitation } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useSend } from '../../../api/use-send.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { toast } from '../../../components/toast.ts';
import { formatMinute } from '../../../lib/dates.ts';
import { useForm } from '../../../lib/use-form.ts';
import { type Act, acted, pathOf } from '../acts/act.ts';
import { MaskedEmail } from '../acts/MaskedEmail.tsx';
import { ActButtons, useActs } from '../acts/use-acts.tsx';
import { TrailLink } from '../entity-links/EntityLinks.tsx';
import type { AdminRole } from '../layout/sections.ts';

const roleNames: Readonly<Record<AdminRole, string>> = {
  moderator: 'Moderator: content and reports',
  finance: 'Finance: payments and refunds',
  owner: 'Owner: everything',
};

export function RoleSelect({ label, ...select }: ComponentProps<'select'> & { label: string }) {
  return (
    <label className="block">
      <span className="mb-1.5 block font-semibold">{label}</span>
      <select
        className="h-12 w-full rounded-control border-[1.5px] border-line bg-sheet px-3.5 hover:border-ink"
        {...select}
      >
        {Object.entries(roleNames).map(([role, text]) => (
          <option key={role} value={role}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function InviteForm() {
  const queryClient = useQueryClient();
  const invite = useMutation({
    mutationFn: (body: { email: string; role: AdminRole }) =>
      bodyOf(api.POST('/api/rtm-sys/admins/invitations', { body })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.invitations }),
  });
  const { register, handleSubmit, reset } = useForm<{ email: string; role: AdminRole }>({
    defaultValues: { email: '', role: 'moderator' },
  });
  const send = useSend(invite, {
    onSuccess: () => {
      reset();
      toast({ title: 'Invitation sent' });
      // An owner's waits for a second owner.
      void queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.admins });
    },
  });
  const submit = handleSubmit(({ email, role }) => send({ email: email.trim(), role }));
  return (
    <form noValidate onSubmit={submit} className="max-w-md space-y-4">
      {invite.isError && <Notice look="danger">{messageOf(invite.error, 'Please try again.')}</Notice>}
      <Field label="Email" type="email" autoComplete="off" {...register('email', emailRules)} />
      <RoleSelect label="Role" {...register('role')} />
      <Button type="submit" busy={invite.isPending}>
        {invite.isPending ? 'Sending…' : 'Send Invitation'}
      </Button>
    </form>
  );
}

const nameOf = ({ email }: AdminInvitation): string => `the invitation of ${email ?? 'a person of the site'}`;

const withdraw: Act<AdminInvitation> = {
  name: 'Withdraw',
  label: (invitation) => `Withdraw ${nameOf(invitation)}`,
  failure: () => ['Failed to withdraw'],
  call: (invitation) =>
    acted(api.DELETE('/api/rtm-sys/admins/invitations/{id}', pathOf(invitation)), {
      title: 'Invitation withdrawn',
    }),
};

/** The invitations that nobody has accepted, and sending another. */
export function Invitations() {
  const { data: open = [] } = useQuery({
    queryKey: queryKeys.backOffice.invitations,
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/admins/invitations')),
    refetchOnMount: 'always',
  });
  const { begin, dialogs } = useActs<AdminInvitation>('invitation', queryKeys.backOffice.invitations);
  return (
    <Section
      title="Invitations"
      intro="A link by mail, valid for 24 hours, with which a person creates their own login."
    >
      {open.length > 0 && (
        <ul aria-label="Open invitations" className="mb-6 divide-y divide-rule border-y border-rule">
          {open.map((invitation) => (
            <li
              key={invitation.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
            >
              <div className="min-w-0">
                <p className="font-semibold">
                  {invitation.email === null ? (
                    'A person of the site'
                  ) : (
                    <MaskedEmail
                      holder="invitation"
                      id={invitation.id}
                      masked={invitation.email}
                      name="the invited person"
                    />
                  )}
                </p>
                <p className="text-[0.9375rem] text-soft">
                  <span className="capitalize">{invitation.role}</span>
                  <span>
                    {` · ${invitation.isAccepted ? 'accepted, waits for a second owner' : `until ${formatMinute(invitation.expiresAt)}`}`}
                  </span>
                </p>
              </div>
              <div className="flex items-center gap-2">
                <ActButtons acts={[withdraw]} row={invitation} begin={begin} className="min-h-10 px-3" />
                <TrailLink subject={{ kind: 'invitation', id: invitation.id }} name={nameOf(invitation)} />
              </div>
            </li>
          ))}
        </ul>
      )}
      <InviteForm />
      {dialogs}
    </Section>
  );
}
