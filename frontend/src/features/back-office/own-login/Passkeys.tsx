import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import type { OwnPasskey } from '../../../api/generated/schema.d.ts';
import { LoadFailure, Notice, usePassing } from '../../../components/Notice.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Section } from '../../../components/Section.tsx';
import { formatDate } from '../../../lib/dates.ts';
import { adminQuery } from '../session/admin.queries.ts';
import { passkeyObstacle } from '../session/passkeys.ts';
import { AddPasskey } from './AddPasskey.tsx';
import { ConfirmedRemoval } from './ConfirmedRemoval.tsx';
import { passkeysQuery, useRemovePasskey } from './passkeys.queries.ts';

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
