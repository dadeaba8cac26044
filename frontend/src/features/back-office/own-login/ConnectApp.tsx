import { Check, Copy } from 'lucide-react';
import { useMemo } from 'react';
import { encode } from 'uqr';
import { messageOf } from '../../../api/api-error.ts';
import { useSend } from '../../../api/use-send.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useCopied } from '../../../components/use-copied.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useEnrolTotp } from './own-login.queries.ts';

/** A text as a QR code, dark on light in both themes: cameras expect that. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { size: width, data } = encode(text, { border: 2 });
    const squares = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size: width, path: squares.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-control border border-rule"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

interface ConnectAppProps {
  offer: { secret: string; address: string; offer: string };
  onConnected: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** Connects an authenticator app: the secret as a QR code and as text, then a code of the app. */
export function ConnectApp({ offer, onConnected, onCancel }: ConnectAppProps) {
  const enrol = useEnrolTotp();
  const { isCopied, copy } = useCopied();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { code: '' },
  });
  const send = useSend(enrol, {
    setError,
    fields: ['code'],
    onSuccess: onConnected,
  });
  const { errors } = formState;
  const submit = handleSubmit(({ code }) => send({ offer: offer.offer, code: code.trim() }));
  return (
    <div className="grid gap-6 md:grid-cols-[13rem_minmax(0,1fr)]">
      <div>
        <QrCode text={offer.address} label="QR code for your authenticator app" />
      </div>
      <div className="max-w-md">
        <ol className="list-decimal space-y-2 pl-5">
          <li>Scan the QR code with your authenticator app, or type in this secret:</li>
        </ol>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <code
            translate="no"
            className="rounded-control border border-rule bg-paper px-3 py-2 text-[0.9375rem]"
          >
            {offer.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </code>
          <Button look="quiet" className="px-3" onClick={() => void copy(offer.secret)}>
            {isCopied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
            <span>{isCopied ? 'Copied' : 'Copy'}</span>
          </Button>
        </div>
        <ol start={2} className="mt-4 list-decimal pl-5">
          <li>Enter the code that the app shows.</li>
        </ol>
        <form noValidate onSubmit={submit} className="mt-4 space-y-4">
          {enrol.isError && <Notice look="danger">{messageOf(enrol.error, 'Please try again.')}</Notice>}
          <Field
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={errors.code?.message}
            {...register('code', { validate: (value) => value.trim() !== '' || 'Please enter a code' })}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={enrol.isPending}>
              {enrol.isPending ? 'Connecting…' : 'Connect'}
            </Button>
            <Button look="secondary" onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </form>
      </div>
    </div>
  );
}
