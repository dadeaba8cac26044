import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { Button } from '../../../components/Button.tsx';
import { Notice, usePassing } from '../../../components/Notice.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Section } from '../../../components/Section.tsx';
import { formatDate } from '../../../lib/dates.ts';
import { adminQuery } from '../session/admin.queries.ts';
import { passkeyObstacle } from '../session/passkeys.ts';
import { AddPasskey } from './AddPasskey.tsx';
import { passkeysQuery } from './passkeys.queries.ts';
import { RemovePasskey } from './RemovePasskey.tsx';

export function Passkeys() {
  const { data: admin } = useQuery(adminQuery);
  const { data: passkeys, error: problem, refetch } = useQuery(passkeysQuery);
  const [done, showDone] = usePassing();
  const heading = useRef<HTMLHeadingElement>(null);
  const obstacle = passkeyObstacle();
  if (!admin) return null;
  const { hasTotp } = admin;
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
          <div className="space-y-3">
            <Notice look="danger">{messageOf(problem, 'The passkeys could not be loaded.')}</Notice>
            <Button look="secondary" onClick={() => void refetch()}>
              Try Again
            </Button>
          </div>
        )}
        {passkeys && passkeys.length > 0 && (
          <ul aria-label="Passkeys" className="divide-y divide-rule border-y border-rule">
            {passkeys.map(({ id, name, addedAt, usedAt }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 py-4">
                <div className="min-w-0">
                  <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
                  <p className="text-[0.9375rem] text-soft">
                    {usedAt ? (
                      <>
                        Last used <RelativeTime iso={usedAt} />
                      </>
                    ) : (
                      'Never used'
                    )}{' '}
                    · added on {formatDate(addedAt)}
                  </p>
                </div>
                <RemovePasskey
                  id={id}
                  name={name}
                  hasTotp={hasTotp}
                  onDone={() => showDone(`Removed: ${name}`)}
                  onGone={() => heading.current?.focus()}
                />
              </li>
            ))}
          </ul>
        )}
        {obstacle === null ? (
          <AddPasskey hasTotp={hasTotp} onDone={(name) => showDone(`Added: ${name}`)} />
        ) : (
          <Notice look="calm">{obstacle}</Notice>
        )}
      </div>
    </Section>
  );
}
