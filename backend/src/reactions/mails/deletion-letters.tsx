import type { Letter, Sender } from './letter.js';
import { Listed, Said } from './letter-page.js';
import { SAFETY } from './safety-footer.js';
import { writeLetter } from './write-letter.js';
import { writtenDay, writtenMoment } from './written-dates.js';

/** The letter that says when an account will be deleted, and how to keep it. */
export function deletionScheduledLetter(
  sender: Sender,
  { dueAt, username }: { readonly dueAt: Date; readonly username: string },
): Promise<Letter> {
  return writeLetter(sender, {
    subject: 'Your account will be deleted',
    preview: `On ${writtenDay(dueAt)}, unless you change your mind.`,
    heading: 'Your account will be deleted',
    children: (
      <>
        <Said>{`As you asked, your account ${username} will be deleted on ${writtenMoment(dueAt)}, with everything that belongs to it. Nobody can bring it back after that.`}</Said>
        <Said>
          Until then you can change your mind: log in, open the settings and press “Keep my account”.
        </Said>
      </>
    ),
    button: ['Keep my account', '/account/settings'],
    notes: ['If this was not you, cancel the deletion and change your password at once.'],
    ...SAFETY,
  });
}

/**
 * The receipt for an account that is gone. It names neither the account nor its address, as it may be kept.
 * @param removed what was removed, one a line
 */
export function accountDeletedLetter(
  publicUrl: string,
  { deletedAt, removed }: { readonly deletedAt: Date; readonly removed: readonly string[] },
): Promise<Letter> {
  return writeLetter(
    { publicUrl, unsubscribeToken: null },
    {
      subject: 'Your account was deleted',
      preview: `On ${writtenDay(deletedAt)}. This is your receipt.`,
      heading: 'Your account was deleted',
      children: (
        <>
          <Said>{`On ${writtenMoment(deletedAt)} we removed, for good:`}</Said>
          <Listed lines={removed} />
          <Said>Thank you for having been here. You are welcome to come back with a new account.</Said>
        </>
      ),
      button: ['Go to Footnote', '/'],
      notes: ['Please keep this mail if you need a receipt: it is the last one from us.'],
      ...SAFETY,
    },
  );
}
