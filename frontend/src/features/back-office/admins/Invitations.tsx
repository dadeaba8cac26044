import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../api/api-error.ts';
import { emailRules } from '../../../api/credential-rules.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useSend } from '../../../api/use-send.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { toast, toastFailure } from '../../../components/toast.ts';
import { formatMinute } from '../../../lib/dates.ts';
import { useForm } from '../../../lib/use-form.ts';
import { MaskedEmail } from '../acts/MaskedEmail.tsx';
import { halfOfRow } from '../acts/use-acts.tsx';
import { TrailLink } from '../entity-links/EntityLinks.tsx';
import type { AdminRole } from '../layout/sections.ts';
import { invitationsQuery, useInviteAdmin, useWithdrawInvitation } from './admins.queries.ts';
import { RoleSelect } from './RoleSelect.tsx';

function InviteForm() {
  const queryClient = useQueryClient();
  const invite = useInviteAdmin();
  const { register, handleSubmit, reset, formState } = useForm<{ email: string; role: AdminRole }>({
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
      <Field
        label="Email"
        type="email"
        autoComplete="off"
        error={formState.errors.email?.message}
        {...register('email', emailRules)}
      />
      <RoleSelect label="Role" {...register('role')} />
      <Button type="submit" busy={invite.isPending}>
        {invite.isPending ? 'Sending…' : 'Send Invitation'}
      </Button>
    </form>
  );
}

export function Invitations() {
  const { data: open = [] } = useQuery(invitationsQuery);
  const withdraw = useWithdrawInvitation();
  return (
    <Section
      title="Invitations"
      intro="A link by mail, valid for 24 hours, with which a person creates their own login."
    >
      {open.length > 0 && (
        <ul aria-label="Open invitations" className="mb-6 divide-y divide-rule border-y border-rule">
          {open.map(({ id, email, role, expiresAt, isAccepted }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <div className="min-w-0">
                <p className="font-semibold">
                  {email === null ? (
                    'A person of the site'
                  ) : (
                    <MaskedEmail holder="invitation" id={id} masked={email} name="the invited person" />
                  )}
                </p>
                <p className="text-[0.9375rem] text-soft">
                  <span className="capitalize">{role}</span>
                  <span>
                    {` · ${isAccepted ? 'accepted, waits for a second owner' : `until ${formatMinute(expiresAt)}`}`}
                  </span>
                </p>
              </div>
              <div className="flex items-center gap-2">
                <Button
                  look="secondary"
                  className="min-h-10 px-3"
                  busy={withdraw.isPending && withdraw.variables === id}
                  aria-label={`Withdraw the invitation of ${email ?? 'a person of the site'}`}
                  onClick={() => {
                    const keepsFree = halfOfRow();
                    withdraw.mutate(id, {
                      onSuccess: () => toast({ title: 'Invitation withdrawn', keepsFree }),
                      onError: (error) => toastFailure('Failed to withdraw', messageOf(error), keepsFree),
                    });
                  }}
                >
                  Withdraw
                </Button>
                <TrailLink
                  subject={{ kind: 'invitation', id }}
                  name={`the invitation of ${email ?? 'a person of the site'}`}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <InviteForm />
    </Section>
  );
}
