import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Copy, Download } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { encode } from 'uqr';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { useSend } from '../../../api/use-send.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Field } from '../../../components/Field.tsx';
import { Notice, usePassing } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { useFailureToast } from '../../../components/toast.ts';
import { useCopied } from '../../../components/use-copied.ts';
import { useForm } from '../../../lib/use-form.ts';
import { counted } from '../../../lib/wording.ts';
import { adminQuery, useShowAdmin } from '../session/admin.queries.ts';
import { ConfirmedRemoval } from './ConfirmedRemoval.tsx';

/** Asks for a secret to connect an authenticator app with. Nothing is stored yet. */
function useOfferTotp() {
  return useMutation({ mutationFn: () => bodyOf(api.POST('/api/rtm-sys/totp/offer')) });
}

/** Connects an authenticator app, in place of the one before; returns the recovery codes, which the server never shows again. */
function useEnrolTotp() {
  const showAdmin = useShowAdmin();
  return useMutation({
    mutationFn: async (body: { offer: string; code: string }) =>
      (await bodyOf(api.POST('/api/rtm-sys/totp', { body }))).recoveryCodes,
    onSuccess: (codes) => showAdmin({ hasTotp: true, mustEnrolTotp: false, recoveryCodesLeft: codes.length }),
  });
}

function useRemoveTotp() {
  const showAdmin = useShowAdmin();
  return useMutation({
    mutationFn: () => api.POST('/api/rtm-sys/totp/remove'),
    onSuccess: () => showAdmin({ hasTotp: false, recoveryCodesLeft: 0 }),
  });
}

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
function ConnectApp({ offer, onConnected, onCancel }: ConnectAppProps) {
  const enrol = useEnrolTotp();
  const { isCopied, copy } = useCopied();
  const { register, handleSubmit, setError } = useForm({
    defaultValues: { code: '' },
  });
  const send = useSend(enrol, {
    setError,
    fields: ['code'],
    onSuccess: onConnected,
  });
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

interface RecoveryCodesProps {
  /** None while nothing is to be shown. */
  codes: readonly string[] | undefined;
  username: string;
  onClose: () => void;
  /** Takes the focus once the dialog has closed. */
  onClosed: () => void;
}

/** A code, divided between two of its groups: on a narrow screen it takes two lines. */
function halvesOf(code: string): readonly [string, string] {
  const middle = code.indexOf('-', code.length / 2 - 1) + 1;
  return [code.slice(0, middle), code.slice(middle)];
}

/** The recovery codes of an authenticator app that was just connected, to be kept: they are shown only this once. */
function RecoveryCodes({ codes, username, onClose, onClosed }: RecoveryCodesProps) {
  const { isCopied, copy } = useCopied();
  const text = codes?.join('\n') ?? '';
  return (
    <Dialog
      open={codes !== undefined}
      onOpenChange={onClose}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        onClosed();
      }}
      title="Your Recovery Codes"
      description="Keep them where you will find them without your phone. Each signs you in once instead of a code of the app. They are not shown again."
    >
      <ol
        translate="no"
        className="mt-5 list-decimal space-y-1 rounded-control border border-rule bg-paper py-4 pr-4 pl-10 font-mono text-sm tabular-nums"
      >
        {codes?.map((code) => (
          <li key={code}>
            {halvesOf(code).map((half) => (
              <span key={half} className="inline-block whitespace-nowrap">
                {half}
              </span>
            ))}
          </li>
        ))}
      </ol>
      <div className="mt-5 grid gap-3 sm:grid-cols-2">
        <Button look="secondary" onClick={() => void copy(text)}>
          {isCopied ? <Check aria-hidden className="size-5" /> : <Copy aria-hidden className="size-5" />}
          <span>{isCopied ? 'Copied' : 'Copy'}</span>
        </Button>
        <Button asChild look="secondary">
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download={`recovery-codes-${username}.txt`}
          >
            <Download aria-hidden className="size-5" />
            Download
          </a>
        </Button>
      </div>
      <Button className="mt-3 w-full" onClick={onClose}>
        I Have Kept Them
      </Button>
    </Dialog>
  );
}

/** Under this many recovery codes, the page advises to make new ones. */
const FEW = 3;

/** The authenticator app that a sign-in needs a code of: connects one, replaces it, or disconnects it. */
export function AuthenticatorApp() {
  const { data: admin } = useQuery(adminQuery);
  const offer = useOfferTotp();
  const remove = useRemoveTotp();
  const failure = useFailureToast();
  const [codes, setCodes] = useState<string[]>();
  const [done, showDone] = usePassing();
  const heading = useRef<HTMLHeadingElement>(null);
  if (!admin) return null;
  const { hasTotp, mustEnrolTotp, recoveryCodesLeft, username } = admin;
  const connect = (
    <Button
      look={hasTotp ? 'secondary' : 'primary'}
      busy={offer.isPending}
      onClick={() =>
        offer.mutate(undefined, {
          onSuccess: failure.clear,
          onError: (error) => failure.tell('Failed to connect', messageOf(error, 'Please try again.')),
        })
      }
    >
      {hasTotp ? 'Connect Another' : 'Connect an App'}
    </Button>
  );
  return (
    <Section
      title="Authenticator App"
      anchor="authenticator"
      intro="An app on your phone that shows a new code every 30 seconds. A stolen password alone then opens nothing."
      notice={done}
      heading={heading}
    >
      {mustEnrolTotp && (
        <div className="mb-5">
          <Notice look="calm">
            Please connect an authenticator app or add a passkey first. Until then, nothing else is open.
          </Notice>
        </div>
      )}
      {hasTotp && !offer.data && (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p>
            <strong>Connected.</strong>{' '}
            <span>
              {`${counted(recoveryCodesLeft, 'recovery code')} left.${
                recoveryCodesLeft < FEW ? ' Connect the app once more to get new ones.' : ''
              }`}
            </span>
          </p>
          <div className="flex flex-wrap gap-3">
            {connect}
            <ConfirmedRemoval
              remove={remove}
              button={{ look: 'danger', children: 'Disconnect…' }}
              title="Disconnect the app?"
              description="From then on a sign-in needs no code. The recovery codes stop working."
              labels={['Disconnect', 'Disconnecting…']}
              onDone={() => showDone('Disconnected')}
              onGone={() => heading.current?.focus()}
            />
          </div>
          {recoveryCodesLeft > 0 && (
            <p className="basis-full text-[0.9375rem] text-soft">
              Lost it? Connect another, with your password and a recovery code. The old app and its recovery
              codes then stop working.
            </p>
          )}
        </div>
      )}
      {!hasTotp && !offer.data && connect}
      {offer.data && (
        <ConnectApp
          offer={offer.data}
          onCancel={offer.reset}
          onConnected={(recoveryCodes) => {
            offer.reset();
            setCodes(recoveryCodes);
          }}
        />
      )}
      <RecoveryCodes
        codes={codes}
        username={username}
        onClose={() => {
          setCodes(undefined);
          showDone('Connected');
        }}
        onClosed={() => heading.current?.focus()}
      />
    </Section>
  );
}
