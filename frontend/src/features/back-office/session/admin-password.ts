import { limits } from '../../../api/generated/limits.ts';
import { wholeLength } from '../../../lib/text-length.ts';

const { minLength: shortest, maxLength: longest } = limits.AdminPasswordRequest.newPassword;

/** The minimum length of an admin's password, in characters. */
export const shortestAdminPassword = shortest;

/** What is wrong with the length of an admin's new password; true if nothing is. */
export function adminPasswordProblem(chosen: string): string | true {
  const length = wholeLength(chosen.normalize('NFC'));
  if (length < shortest) return `Password must be at least ${shortest} characters`;
  return length <= longest || `Password must be at most ${longest} characters`;
}
