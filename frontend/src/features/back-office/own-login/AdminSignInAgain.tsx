import { api } from '../../../api/client.ts';
import { type ProofProps, SignInAgain } from '../../session/SignInAgain.tsx';
import { IdentityForm } from './IdentityForm.tsx';

function AdminProof(props: ProofProps) {
  return (
    <IdentityForm
      action="Continue"
      send={(body) => api.POST('/api/rtm-sys/me/confirm', { body })}
      {...props}
    />
  );
}

export function AdminSignInAgain() {
  return <SignInAgain proof={AdminProof} />;
}
