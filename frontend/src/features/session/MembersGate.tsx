import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { Dialog } from '../../components/Dialog.tsx';
import { sessionQuery, useSession } from './session.queries.ts';
import { SignUpLinks } from './SignUpLinks.tsx';
import { VerifyFirst } from './VerifyFirst.tsx';

/** Does something for a verified person; leads visitors to sign up, with a reason, and asks the others to verify. */
type ForMembers = (reason: string, act: () => void) => void;

const Gate = createContext<ForMembers>(() => {
  throw new Error('there is no MembersGate around');
});

/** The way to do what only verified people may, from within a {@link MembersGate}. */
export function useForMembers(): ForMembers {
  return use(Gate);
}

/** Around everything that has controls for verified people only: holds the dialog that the others get. */
export function MembersGate({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const [reason, setReason] = useState('');
  const [open, setOpen] = useState(false);
  const forMembers = useCallback<ForMembers>(
    async (why, act) => {
      const person = await queryClient.ensureQueryData(sessionQuery);
      if (person?.emailVerified) return act();
      setReason(why);
      return setOpen(true);
    },
    [queryClient],
  );
  return (
    <Gate value={forMembers}>
      {children}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={user ? 'Almost there' : 'Sign Up to Continue'}
        {...(!user && { description: reason })}
      >
        <div className="mt-6">
          {!user && <SignUpLinks />}
          {user && !user.emailVerified && <VerifyFirst user={user} />}
          {user?.emailVerified && <p>Your address is verified. You can go on now.</p>}
        </div>
      </Dialog>
    </Gate>
  );
}
