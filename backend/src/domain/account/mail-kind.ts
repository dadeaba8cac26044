/** The kinds of mail that a person may switch off. Mails about account security cannot be switched off. */
export const MAIL_KINDS = ['rating', 'comment', 'achievements', 'boosts'] as const;

export type MailKind = (typeof MAIL_KINDS)[number];
