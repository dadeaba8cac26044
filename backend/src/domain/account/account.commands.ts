import { Command } from '../aggregate.js';
import type { AccountEvents, VerificationRequest } from './account.events.js';

/** Make an account and ask for the proof of its address. */
export class RegisterAccount extends Command<
  AccountEvents['AccountRegistered'] & { verification: VerificationRequest }
> {}

/** Ask once more for the proof of the account's address. */
export class RequestVerification extends Command<{ accountId: string; verification: VerificationRequest }> {}

/** Show the token that was mailed, as its hash, at the time `now` (ISO 8601). */
export class VerifyEmail extends Command<{
  accountId: string;
  verificationId: string;
  tokenHash: string;
  now: string;
}> {}
