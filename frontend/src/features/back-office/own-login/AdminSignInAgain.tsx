import { api } from '../../../api/client.ts';
import { type ProofProps, SignInAgain } from '../../session/SignInAgain.tsx';
import { IdentityForm } from './IdentityForm.tsx';

/** Where a recovery code does: it replaces a lost app, and nothing else. */
const NEW_APP = /^\/api\/rtm-sys\/totp(?:\/offer)?$/;

function AdminProof({ path, ...props }: ProofProps) {
  return (
    <IdentityForm
      action="Continue"
      takesRecoveryCode={NEW_APP.test(path)}
      send={(body) => api.POST('/api/rtm-sys/me/confirm', { body })}
      {...props}
    />
  );
}

export function AdminSignInAgain() {
  return <SignInAgain proof={AdminProof} />;
}
