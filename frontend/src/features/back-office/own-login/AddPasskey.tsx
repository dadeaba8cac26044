import { useState } from 'react';
import { limits } from '../../../api/generated/limits.ts';
import { useSend } from '../../../api/use-send.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Field } from '../../../components/Field.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { passkeyProblem } from '../session/passkeys.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useAddPasskey } from './passkeys.queries.ts';

const { maxLength: longestName } = limits.AddPasskeyRequest.name;

/** Adds a passkey: asks for a name, then the browser asks for the device. */
export function AddPasskey({ onDone }: { onDone: (name: string) => void }) {
  const add = useAddPasskey();
  const [open, setOpen] = useState(false);
  const { register, handleSubmit, reset, setError, formState } = useForm({
    defaultValues: { name: '' },
  });
  const { errors } = formState;
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
            error={errors.name?.message}
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
