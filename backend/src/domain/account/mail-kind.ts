/** The kinds of mail that a person may switch off. Mails about the safety of the account are none of them. */
export const MAIL_KINDS = ['rating', 'comment', 'achievements'] as const;

export type MailKind = (typeof MAIL_KINDS)[number];
