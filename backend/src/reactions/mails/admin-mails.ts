import type { Mailer } from '../../infrastructure/mail/mailer.port.js';
import { invitationMail } from './texts/admin-mails.js';
import type { Reaction } from '../reaction.js';
import type { Recipients } from './recipients.js';

/** What the reaction works with. */
export interface AdminMailParts {
  readonly mailer: Mailer;
  readonly recipients: Recipients;
  /** Makes the token of an invitation. The same invitation always gives the same token. */
  readonly tokens: { issue(invitationId: string): string };
  readonly site: { readonly publicUrl: string };
  /** The login of the back office. */
  readonly entry: { readonly loginPath: string };
}

/** Sends mails to those who are or become admins. */
export function adminMails({ mailer, recipients, tokens, site, entry }: AdminMailParts): Reaction {
  return {
    name: 'admin-mails',
    // Each mail is its own sequence: a failed mail delays no other.
    sequence: ({ id }) => id,
    on: {
      AdminInvited: async ({ id, position, data: { invitationId, accountId, email, role, expiresAt } }) => {
        const recipient = accountId === null ? null : await recipients.find(accountId, position);
        const to = accountId === null ? email : recipient?.isVerified ? recipient.email : null;
        if (to === null) return;
        const path = `${entry.loginPath}?invitation=${tokens.issue(invitationId)}`;
        const content = await invitationMail(site.publicUrl, { path, role, expiresAt: new Date(expiresAt) });
        await mailer.send({ id, to, ...content });
      },
    },
  };
}
