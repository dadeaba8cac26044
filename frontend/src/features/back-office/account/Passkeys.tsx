import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { limits } from '../../../api/generated/limits.ts';
import type { OwnPasskey } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useSend } from '../../../api/use-send.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Field } from '../../../components/Field.tsx';
import { LoadFailure, Notice, usePassing } from '../../../components/Notice.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Section } from '../../../components/Section.tsx';
import { formatDate } from '../../../lib/dates.ts';
import { useForm } from '../../../lib/use-form.ts';
import { adminQuery, useShowAdmin } from '../session/admin.queries.ts';
import { createPasskey, passkeyObstacle, passkeyProblem } from '../session/passkeys.ts';
import { ConfirmedRemoval } from './ConfirmedRemoval.tsx';

/** The admin's own passkeys, oldest first. */
const passkeysQuery = queryOptions({
  queryKey: queryKeys.backOffice.passkeys,
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/passkeys')),
  // Others may have been added or used in other browsers.
  refetchOnMount: 'always',
});

/** Lets the person create a passkey, and adds it. */
function useAddPasskey() {
  const queryClient = useQueryClient();
  const showAdmin = useShowAdmin();
  return useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const { options } = await bodyOf(api.POST('/api/rtm-sys/passkeys/offer'));
      const response = { ...(await createPasskey(options)) };
      return bodyOf(api.POST('/api/rtm-sys/passkeys', { body: { name, response } }));
    },
    onSuccess: (passkeys) => {
      queryClient.setQueryData(passkeysQuery.queryKey, passkeys);
      showAdmin({ mustEnrolTotp: false, passkeys: passkeys.length });
    },
  });
}

function useRemovePasskey(id: string) {
  const queryClient = useQueryClient();
  const showAdmin = useShowAdmin();
  return useMutation({
    mutationFn: () => api.POST('/api/rtm-sys/passkeys/{id}/remove', { params: { path: { id } } }),
    onSuccess: () => {
      const left = queryClient.getQueryData(passkeysQuery.queryKey)?.filter((passkey) => passkey.id !== id);
      if (!left) return;
      queryClient.setQueryData(passkeysQuery.queryKey, left);
      showAdmin({ passkeys: left.length });
    },
  });
}

const { maxLength: longestName } = limits.AddPasskeyRequest.name;

/** Adds a passkey: asks for a name, then the browser asks for the device. */
function AddPasskey({ onDone }: { onDone: (name: string) => void }) {
  const add = useAddPasskey();
  const [open, setOpen] = useState(false);
  const { register, handleSubmit, reset, setError } = useForm({
    defaultValues: { name: '' },
  });
  const change = (next: boolean): void => {
    setOpen(next);
    reset();
    add.reset();
  };
  const send = useSend(add, {
    setError,
    fields: ['name'],
    onSuccess: (_, { name }) => {
      change(false);
      onDone(name);
    },
  });
  const submit = handleSubmit(({ name }) => send({ name: name.trim() }));
  return (
    <>
      <Button onClick={() => change(true)}>Add a Passkey…</Button>
      <Dialog
        open={open}
        onOpenChange={change}
        busy={add.isPending}
        title="Add a Passkey"
        description="Your browser then asks which device to use. It has to verify you, by fingerprint, face or PIN."
      >
        <form noValidate onSubmit={submit} className="mt-5 space-y-4">
          {add.isError && <Notice look="danger">{passkeyProblem(add.error)}</Notice>}
          <Field
            label="Name"
            autoComplete="off"
            hint="To tell your passkeys apart, such as “Office laptop”."
            {...register('name', {
              validate: (value) => value.trim() !== '' || 'Please enter a name',
              maxLength: { value: longestName, message: `A name has at most ${longestName} characters` },
            })}
          />
          <Button type="submit" busy={add.isPending} className="w-full">
            {add.isPending ? 'Waiting for your device…' : 'Continue'}
          </Button>
        </form>
      </Dialog>
    </>
  );
}

interface RemovePasskeyProps {
  passkey: OwnPasskey;
  onDone: () => void;
  onGone: () => void;
}

function RemovePasskey({ passkey: { id, name }, ...ends }: RemovePasskeyProps) {
  return (
    <ConfirmedRemoval
      remove={useRemovePasskey(id)}
      button={{ look: 'secondary', 'aria-label': `Remove ${name}`, children: 'Remove…' }}
      title="Remove this passkey?"
      description={`“${name}” does not sign you in any more. Your device keeps it until you delete it there.`}
      labels={['Remove', 'Removing…']}
      {...ends}
    />
  );
}

export function Passkeys() {
  const { data: admin } = useQuery(adminQuery);
  const { data: passkeys, error: problem, refetch } = useQuery(passkeysQuery);
  const [done, showDone] = usePassing();
  const heading = useRef<HTMLHeadingElement>(null);
  const obstacle = passkeyObstacle();
  if (!admin) return null;
  return (
    <Section
      title="Passkeys"
      anchor="passkeys"
      intro="Sign in with your fingerprint, your face or the PIN of a device instead of password and code."
      notice={done}
      heading={heading}
    >
      <div className="space-y-5">
        {!passkeys && problem && (
          <LoadFailure text={messageOf(problem, 'The passkeys could not be loaded.')} onRetry={refetch} />
        )}
        {passkeys && passkeys.length > 0 && (
          <ul aria-label="Passkeys" className="divide-y divide-rule border-y border-rule">
            {passkeys.map((passkey) => (
              <li
                key={passkey.id}
                className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 py-4"
              >
                <div className="min-w-0">
                  <p className="font-semibold [overflow-wrap:anywhere]">{passkey.name}</p>
                  <p className="text-[0.9375rem] text-soft">
                    {passkey.usedAt ? (
                      <span>
                        Last used <RelativeTime iso={passkey.usedAt} />
                      </span>
                    ) : (
                      <em className="not-italic">Never used</em>
                    )}{' '}
                    · added on {formatDate(passkey.addedAt)}
                  </p>
                </div>
                <RemovePasskey
                  passkey={passkey}
                  onDone={() => showDone(`Removed: ${passkey.name}`)}
                  onGone={() => heading.current?.focus()}
                />
              </li>
            ))}
          </ul>
        )}
        {obstacle === null ? (
          <AddPasskey onDone={(name) => showDone(`Added: ${name}`)} />
        ) : (
          <Notice look="calm">{obstacle}</Notice>
        )}
      </div>
    </Section>
  );
}
