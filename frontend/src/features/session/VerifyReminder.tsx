import type { User } from '../../api/generated/schema.d.ts';
import { VerifyFirst } from './MembersGate.tsx';

/** Tells a person with an unverified address what to do, before they try anything. */
export function VerifyReminder({ user }: { user: User }) {
  return <VerifyFirst user={user} title="Verify your email address to post, rate and comment." />;
}
