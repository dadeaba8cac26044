import type { Mail } from '../infrastructure/mail/mailer.port.js';

/** What a mail says. */
export type Letter = Omit<Mail, 'id' | 'to'>;

/**
 * The mail with the link that proves an address. It names the account: whoever has registered an address that is
 * not theirs must not have their account verified by its owner.
 */
export function verifyEmailMail(link: string, username: string): Letter {
  return letter({
    subject: 'Please verify your email address',
    before: [
      'Welcome to Footnote!',
      `One click and your account ${username} is ready: please confirm that this address is yours.`,
    ],
    button: 'Verify my address',
    link,
    after: [
      'The link works once, for 24 hours.',
      `If you did not sign up for Footnote, or not as ${username}, simply ignore this mail: without the click nothing happens.`,
    ],
  });
}

/** The mail to somebody who has an account and was registered once more. */
export function accountExistsMail(link: string): Letter {
  return letter({
    subject: 'You already have an account',
    before: [
      'You already have an account',
      'Somebody, probably you, just signed up for Footnote with this address. It has an account already, so just log in.',
    ],
    button: 'Log in',
    link,
    after: ['If this was not you, there is nothing to do: your account is unchanged.'],
  });
}

interface Parts {
  readonly subject: string;
  /** The greeting, and what is said before the link. */
  readonly before: readonly [string, string];
  readonly button: string;
  readonly link: string;
  readonly after: readonly string[];
}

function letter({ subject, before: [greeting, opening], button, link, after }: Parts): Letter {
  return {
    subject,
    text: [greeting, opening, `${button}:\n${link}`, ...after].join('\n\n'),
    html: page(
      subject,
      [
        `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escape(greeting)}</h1>`,
        `<p style="margin:0 0 24px">${escape(opening)}</p>`,
        `<p style="margin:0 0 24px"><a href="${escape(link)}" style="${BUTTON}">${escape(button)}</a></p>`,
        ...after.map((text) => `<p style="margin:0 0 12px;color:#62574a">${escape(text)}</p>`),
        `<p style="margin:24px 0 0;font-size:13px;color:#62574a;word-break:break-all">${escape(link)}</p>`,
      ].join('\n'),
    ),
  };
}

const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#2536c9;color:#fffaf0;text-decoration:none;font-weight:600';

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title></head>
<body style="margin:0;padding:24px;background:#f5efe1;color:#221c14;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto">
${body}
</div>
</body>
</html>
`;
}

function escape(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
