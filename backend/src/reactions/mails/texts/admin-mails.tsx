import type { AdminRole } from '../../../domain/admin/admin-roles.events.js';
import type { MailContent } from './mail-content.js';
import { Paragraph } from './mail-layout.js';
import { renderMail } from './render-mail.js';
import { SAFETY } from './safety-footer.js';
import { writtenMoment } from './written-dates.js';

const DUTIES: Readonly<Record<AdminRole, string>> = {
  moderator: 'a moderator, who decides on posts, comments and reports',
  finance: 'an admin for payments and refunds',
  owner: 'an owner, who decides on everything',
};

export function invitationMail(
  publicUrl: string,
  { path, role, expiresAt }: { readonly path: string; readonly role: AdminRole; readonly expiresAt: Date },
): Promise<MailContent> {
  return renderMail(
    { publicUrl, unsubscribeToken: null },
    {
      subject: 'Your invitation to the back office',
      preview: 'The link works once, for 24 hours.',
      heading: 'Join the team',
      children: (
        <Paragraph>{`You are invited to help run Footnote as ${DUTIES[role]}. Choose a username and a password of your own.`}</Paragraph>
      ),
      button: ['Create my login', path],
      notes: [
        `The link works once, until ${writtenMoment(expiresAt)}. Please do not pass it on.`,
        'If you do not know what this is about, simply ignore this mail: nothing happens.',
      ],
      ...SAFETY,
    },
  );
}
