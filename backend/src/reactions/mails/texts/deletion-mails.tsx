import type { MailContent, Sender } from './mail-content.js';
import { List, Paragraph } from './mail-paragraphs.js';
import { SAFETY } from './safety-footer.js';
import { renderMail } from './render-mail.js';
import { writtenDay, writtenMoment } from './written-dates.js';

export function deletionScheduledMail(
  sender: Sender,
  { dueAt, username }: { readonly dueAt: Date; readonly username: string },
): Promise<MailContent> {
  return renderMail(sender, {
    subject: 'Your account will be deleted',
    preview: `On ${writtenDay(dueAt)}, unless you change your mind.`,
    heading: 'Your account will be deleted',
    children: (
      <>
        <Paragraph>{`As you asked, your account ${username} will be deleted on ${writtenMoment(dueAt)}, with everything that belongs to it. After that it cannot be restored.`}</Paragraph>
        <Paragraph>
          Until then you can change your mind: log in, open the settings and press “Keep my account”.
        </Paragraph>
      </>
    ),
    button: ['Keep my account', '/account/settings'],
    notes: ['If this was not you, cancel the deletion and change your password at once.'],
    ...SAFETY,
  });
}

/**
 * The receipt for a deleted account. People may keep it, so it names neither the account nor its address.
 * @param removed what was removed, one item per line
 */
export function accountDeletedMail(
  publicUrl: string,
  { deletedAt, removed }: { readonly deletedAt: Date; readonly removed: readonly string[] },
): Promise<MailContent> {
  return renderMail(
    { publicUrl, unsubscribeToken: null },
    {
      subject: 'Your account was deleted',
      preview: `On ${writtenDay(deletedAt)}. This is your receipt.`,
      heading: 'Your account was deleted',
      children: (
        <>
          <Paragraph>{`On ${writtenMoment(deletedAt)} we permanently removed:`}</Paragraph>
          <List lines={removed} />
          <Paragraph>
            Thank you for being part of Footnote. You are welcome to come back with a new account.
          </Paragraph>
        </>
      ),
      button: ['Go to Footnote', '/'],
      notes: ['Please keep this mail if you need a receipt: it is the last one from us.'],
      ...SAFETY,
    },
  );
}
