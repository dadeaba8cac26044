import type { Letter, Sender } from './letter.js';
import { Said } from './letter-page.js';
import { SAFETY } from './safety-footer.js';
import { writeLetter } from './write-letter.js';
import { writtenMoment } from './written-dates.js';

/** The letter with the link that sets a new password. It names the account, as the address may belong to several. */
export function resetPasswordLetter(
  sender: Sender,
  { token, username }: { readonly token: string; readonly username: string },
): Promise<Letter> {
  return writeLetter(sender, {
    subject: 'Reset your password',
    preview: 'The link works once, for 1 hour.',
    heading: 'Set a new password',
    children: (
      <Said>{`Somebody, probably you, asked to set a new password for your account ${username}.`}</Said>
    ),
    button: ['Set a new password', `/reset-password?token=${token}`],
    notes: [
      'The link works once, for 1 hour. A link that was mailed before it works no longer.',
      'If this was not you, simply ignore this mail: your password stays as it is.',
    ],
    ...SAFETY,
  });
}

/** The letter that tells of a password that was changed or reset, in case it was not by the account's owner. */
export function passwordChangedLetter(
  sender: Sender,
  { changedAt, username }: { readonly changedAt: Date; readonly username: string },
): Promise<Letter> {
  return writeLetter(sender, {
    subject: 'Your password was changed',
    preview: 'If it was you, there is nothing to do.',
    heading: 'Your password was changed',
    children: (
      <>
        <Said>{`The password of your account ${username} was changed on ${writtenMoment(changedAt)}. Every other device has been signed out.`}</Said>
        <Said>
          If it was you, there is nothing to do. If it was not, set a new password at once: that signs out
          whoever did it.
        </Said>
      </>
    ),
    button: ['This was not me', '/forgot-password'],
    ...SAFETY,
  });
}
