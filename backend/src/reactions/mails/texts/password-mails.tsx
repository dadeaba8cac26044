import type { MailContent, Sender } from './mail-content.js';
import { Paragraph } from './mail-paragraphs.js';
import { SAFETY } from './safety-footer.js';
import { renderMail } from './render-mail.js';
import { writtenMoment } from './written-dates.js';

interface Reset {
  readonly token: string;
  readonly username: string;
  /** If not, the link verifies the address, too. */
  readonly isVerified: boolean;
}

/**
 * The mail with the password reset link. It names the account, because an address may belong to several, and because another
 * person may have registered it with an address that is not verified.
 */
export function resetPasswordMail(
  sender: Sender,
  { token, username, isVerified }: Reset,
): Promise<MailContent> {
  return renderMail(sender, {
    subject: 'Reset your password',
    preview: 'The link works once, for 1 hour.',
    heading: 'Set a new password',
    children: (
      <>
        <Paragraph>{`Someone, probably you, asked to set a new password for your account ${username}.`}</Paragraph>
        {!isVerified && (
          <Paragraph>
            Its email address is not verified yet. The link verifies it, and signs out all devices.
          </Paragraph>
        )}
      </>
    ),
    button: ['Set a new password', `/reset-password?token=${token}`],
    notes: [
      'The link works once, for 1 hour. Earlier links no longer work.',
      isVerified
        ? 'If this was not you, simply ignore this mail: your password is unchanged.'
        : `If this was not you, or you did not sign up as ${username}, simply ignore this mail: without the link nothing happens.`,
    ],
    ...SAFETY,
  });
}

const IF_NOT_YOU = (
  <Paragraph>
    If it was you, there is nothing to do. If it was not, set a new password at once: that signs out all
    devices.
  </Paragraph>
);

/** Reports a changed or reset password, in case the account's owner did not do it. */
export function passwordChangedMail(
  sender: Sender,
  { changedAt, username }: { readonly changedAt: Date; readonly username: string },
): Promise<MailContent> {
  return renderMail(sender, {
    subject: 'Your password was changed',
    preview: 'If it was you, there is nothing to do.',
    heading: 'Your password was changed',
    children: (
      <>
        <Paragraph>{`The password of your account ${username} was changed on ${writtenMoment(changedAt)}. Every other device has been signed out.`}</Paragraph>
        {IF_NOT_YOU}
      </>
    ),
    button: ['This was not me', '/forgot-password'],
    ...SAFETY,
  });
}

/** Reports a sign-in in a browser that was new, in case it was not the account's owner. */
export function newDeviceMail(
  sender: Sender,
  {
    device,
    signedInAt,
    username,
  }: { readonly device: string | null; readonly signedInAt: Date; readonly username: string },
): Promise<MailContent> {
  return renderMail(sender, {
    subject: 'New sign-in to your account',
    preview: 'If it was you, there is nothing to do.',
    heading: 'New sign-in to your account',
    children: (
      <>
        <Paragraph>{`Somebody signed in to your account ${username} with a browser that we had not seen before: ${device ?? 'an unknown device'}, on ${writtenMoment(signedInAt)}.`}</Paragraph>
        {IF_NOT_YOU}
      </>
    ),
    button: ['This was not me', '/forgot-password'],
    ...SAFETY,
  });
}
