import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { type ProofProps, SignInAgain } from '../../session/SignInAgain.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { IdentityForm } from './IdentityForm.tsx';

/** Where a recovery code does: it replaces a lost app, and nothing else. */
const NEW_APP = /^\/api\/rtm-sys\/totp(?:\/offer)?$/;

function AdminProof({ path, ...props }: ProofProps) {
  const queryClient = useQueryClient();
  return (
    <IdentityForm
      action="Continue"
      takesRecoveryCode={NEW_APP.test(path)}
      send={(body) =>
        api.POST('/api/rtm-sys/me/confirm', { body }).catch((error: unknown) => {
          // The login may have got an app or a passkey elsewhere, which the form then asks for.
          void queryClient.invalidateQueries(adminQuery);
          throw error;
        })
      }
      {...props}
    />
  );
}

export function AdminSignInAgain() {
  return <SignInAgain proof={AdminProof} />;
}
