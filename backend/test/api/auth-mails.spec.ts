import { VerificationTokens } from '../../src/site/mailed-tokens.js';
import type { History } from '../../src/kernel/history.js';
import type { Mail } from '../../src/infrastructure/mail/mailer.port.js';
import { VerificationMail } from '../../src/reactions/mails/verification-mail.js';
import { recorded } from '../support/given.js';
import { Post, publicUrl, secret, senderOver, unsubscribing } from '../support/post.js';
import { FIRST_TRY } from '../support/reactions.js';

const VERIFICATION = '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b10';
const tokens = new VerificationTokens(secret);
const kinds = ['rating', 'comment', 'achievements', 'boosts'] as const;

/** The mails sent when Ann requests a verification while `owner` has verified her address. */
async function react(owner: string | null, email: string | null = 'ann@example.org'): Promise<Mail[]> {
  const mailer = new Post();
  const claims = owner
    ? recorded([{ type: 'EmailClaimed', data: { emailHash: 'e1', accountId: owner } }])
    : [];
  const history: History = {
    of: (stream) => Promise.resolve(stream === 'email-e1' ? claims : []),
    readable: () => Promise.resolve({ events: [], undecodable: [] }),
    at: () => Promise.resolve(new Map()),
  };
  const reaction = new VerificationMail(senderOver(mailer, {}), history, tokens);
  const [event] = recorded([
    {
      type: 'VerificationRequested',
      data: {
        accountId: 'ann',
        email,
        emailHash: 'e1',
        username: 'SunnyOtter4821',
        verificationId: VERIFICATION,
        tokenHash: 't',
        expiresAt: 'x',
      },
    },
  ]);
  await reaction.on.VerificationRequested?.(event as never, FIRST_TRY);
  return mailer.mails;
}

describe('the verification mail', () => {
  const link = `https://footnote.example/verify-email?token=${tokens.issue('ann', VERIFICATION)}`;

  it('carries the link as text and HTML, under an id derived from the request', async () => {
    const [mail, ...more] = await react(null);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      id: VERIFICATION,
      to: 'ann@example.org',
      subject: 'Please verify your email address',
    });
    expect(mail?.text).toContain(link);
    expect(mail?.text).toContain('your account SunnyOtter4821 is ready');
    expect(mail?.html).toContain(`href="${link}"`);
  });

  it('is identical when the reaction runs again', async () => {
    expect(await react(null)).toEqual(await react(null));
  });

  it('carries the link also when the account itself has verified the address', async () => {
    expect((await react('ann'))[0]?.text).toContain(link);
  });

  it('says that an account exists, and carries no verification link, when another account has verified the address', async () => {
    const [mail] = await react('bob');
    expect(mail).toMatchObject({
      id: VERIFICATION,
      to: 'ann@example.org',
      subject: 'You already have an account',
    });
    expect(mail?.text).toContain('https://footnote.example/login');
    expect(`${mail?.text}${mail?.html}`).not.toContain('verify-email');
  });

  it.each([
    ['the account that asks', null, 'ann'],
    ['the account that has verified the address', 'bob', 'bob'],
  ])('carries a link that unsubscribes %s', async (_, owner, accountId) => {
    const [mail] = await react(owner);
    const token = unsubscribing.issue(accountId, kinds);
    expect(mail?.unsubscribe).toBe(`${publicUrl}/api/unsubscribe?token=${token}`);
    expect(mail?.text).toContain(`${publicUrl}/unsubscribe?token=${token}`);
  });

  it('is not sent when the address is gone', async () => {
    expect(await react(null, null)).toEqual([]);
  });
});
