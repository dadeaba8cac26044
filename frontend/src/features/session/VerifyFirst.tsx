import type { User } from '../../api/types.ts';
import { Button } from '../../components/Button.tsx';
import { useResend } from './use-resend.ts';

/** Stands where somebody could do something if their address were verified, and says so. */
export function VerifyFirst({ user }: { user: User }) {
  const { send, isSending } = useResend(user.email);
  return (
    <div className="rounded-control border-l-4 border-accent bg-wash px-4 py-3">
      <p className="font-semibold">Please verify your email address first.</p>
      <p className="mt-0.5 text-[0.9375rem]">The link is in the mail that we sent to {user.email}.</p>
      <Button look="secondary" busy={isSending} onClick={send} className="mt-3">
        Resend Verification Email
      </Button>
    </div>
  );
}
