import type { Letter, Sender } from './letter.js';
import { SAFETY } from './safety-footer.js';
import { Said } from './letter-page.js';
import { writeLetter } from './write-letter.js';

/**
 * The letter with the link that proves an address. It names the account: whoever has registered an address that is
 * not theirs must not have their account verified by its owner.
 */
export function verifyAddressLetter(
  sender: Sender,
  { token, username }: { readonly token: string; readonly username: string },
): Promise<Letter> {
  return writeLetter(sender, {
    subject: 'Please verify your email address',
    preview: 'One click, and your account is ready.',
    heading: 'Welcome to Footnote!',
    children: (
      <Said>{`One click and your account ${username} is ready: please confirm that this address is yours.`}</Said>
    ),
    button: ['Verify my address', `/verify-email?token=${token}`],
    notes: [
      'The link works once, for 24 hours.',
      `If you did not sign up for Footnote, or not as ${username}, simply ignore this mail: without the click nothing happens.`,
    ],
    ...SAFETY,
  });
}

/** The letter to somebody who has an account and was registered once more. */
export function accountExistsLetter(sender: Sender): Promise<Letter> {
  return writeLetter(sender, {
    subject: 'You already have an account',
    preview: 'Somebody, probably you, signed up with this address once more.',
    heading: 'You already have an account',
    children: (
      <Said>
        Somebody, probably you, just signed up for Footnote with this address. It has an account already, so
        just log in.
      </Said>
    ),
    button: ['Log in', '/login'],
    notes: ['If this was not you, there is nothing to do: your account is unchanged.'],
    ...SAFETY,
  });
}
