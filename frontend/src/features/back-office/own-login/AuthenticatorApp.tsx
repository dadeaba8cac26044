import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { Button } from '../../../components/Button.tsx';
import { Notice, usePassing } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { useFailureToast } from '../../../components/toast.ts';
import { counted } from '../../../lib/wording.ts';
import { adminQuery } from '../session/admin.queries.ts';
import { ConfirmedRemoval } from './ConfirmedRemoval.tsx';
import { ConnectApp } from './ConnectApp.tsx';
import { useOfferTotp, useRemoveTotp } from './own-login.queries.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

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
