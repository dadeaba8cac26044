import type { MailContent, Sender } from './mail-content.js';
import { SAFETY } from './safety-footer.js';
import { Paragraph } from './mail-paragraphs.js';
import { renderMail } from './render-mail.js';

/**
 * The mail with the verification link. It names the account, so that the owner of an address does not verify an account
 * that another person registered with it.
 */
export function verifyAddressMail(
  sender: Sender,
  { token, username }: { readonly token: string; readonly username: string },
): Promise<MailContent> {
  return renderMail(sender, {
    subject: 'Please verify your email address',
    preview: 'One click, and your account is ready.',
    heading: 'Welcome to Footnote!',
    children: (
      <Paragraph>{`One click and your account ${username} is ready: please confirm that this address is yours.`}</Paragraph>
    ),
    button: ['Verify my address', `/verify-email?token=${token}`],
    notes: [
      'The link works once, for 24 hours.',
      `If you did not sign up for Footnote, or not as ${username}, simply ignore this mail: without the click nothing happens.`,
    ],
    ...SAFETY,
  });
}

/** The mail to the owner of a verified address that was registered again. */
export function accountExistsMail(sender: Sender): Promise<MailContent> {
  return renderMail(sender, {
    subject: 'You already have an account',
    preview: 'Someone, probably you, signed up with this address again.',
    heading: 'You already have an account',
    children: (
      <Paragraph>
        Someone, probably you, just signed up for Footnote with this address. It already has an account, so
        just log in.
      </Paragraph>
    ),
    button: ['Log in', '/login'],
    notes: ['If this was not you, there is nothing to do: your account is unchanged.'],
    ...SAFETY,
  });
}
