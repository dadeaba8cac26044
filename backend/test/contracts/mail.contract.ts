import type { Email } from 'postal-mime';
import type { Mail, Mailer } from '../../src/infrastructure/mail/mailer.port.js';

const mail: Mail = {
  id: '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b10',
  to: 'ann@example.org',
  subject: 'Hello – grüße, 你好',
  html: '<p>Hello <a href="https://footnote.example/x?token=a_b-c">there</a>, Zoë 🙂</p>',
  text: 'Hello there, Zoë 🙂\nhttps://footnote.example/x?token=a_b-c',
  unsubscribe: `https://footnote.example/api/unsubscribe?token=${'a_b-'.repeat(30)}`,
};

/** A raw mail as it arrived. */
export interface Arrived {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly unsubscribe: string | null;
}

/** A mail as a mail client parses it. */
export function arrivedOf({ to, subject, html, text, headers }: Email): Arrived {
  const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? null;
  const isOneClick = header('list-unsubscribe-post') === 'List-Unsubscribe=One-Click';
  return {
    to: to?.map(({ address }) => address).join(', ') ?? '',
    subject: subject ?? '',
    html: html?.trim() ?? '',
    text: text?.trimEnd() ?? '',
    unsubscribe: isOneClick ? (/^<(.*)>$/.exec(header('list-unsubscribe') ?? '')?.[1] ?? 'unreadable') : null,
  };
}

/** The contract of every Mailer. `open` returns a mailer and the mails that arrived through it, in order; it can be called again for the same mailbox. */
export function mailContract(
  open: () => Promise<{ mailer: Mailer; arrived: () => Promise<Arrived[]> }>,
): void {
  it('delivers both parts, the subject and the address unchanged', async () => {
    const { mailer, arrived } = await open();
    await mailer.send(mail);
    const { id: _, ...expected } = mail;
    expect(await arrived()).toEqual([expected]);
  });

  it('knows what it has delivered, and nothing else', async () => {
    const { mailer } = await open();
    expect(await mailer.knows(mail.id)).toBe(false);
    await mailer.send(mail);
    expect(await (await open()).mailer.knows(mail.id)).toBe(true);
    expect(await mailer.knows('another')).toBe(false);
  });

  it('delivers in the order of sending, also concurrent mails', async () => {
    const { mailer, arrived } = await open();
    const subjects = Array.from({ length: 12 }, (_, index) => `Mail ${index}`);
    await Promise.all(
      subjects.map((subject, index) => mailer.send({ ...mail, id: `mail-${index}`, subject })),
    );
    expect((await arrived()).map(({ subject }) => subject)).toEqual(subjects);
  });

  it('delivers the same id once, also when other mailers send it again', async () => {
    const { mailer, arrived } = await open();
    await Promise.all([mailer.send(mail), mailer.send(mail)]);
    await mailer.send({ ...mail, subject: 'Something else' });
    await (await open()).mailer.send(mail);
    expect((await arrived()).map(({ subject }) => subject)).toEqual([mail.subject]);
  });

  it('has no unsubscribe headers without an unsubscribe URL', async () => {
    const { mailer, arrived } = await open();
    await mailer.send({ ...mail, unsubscribe: null });
    expect((await arrived())[0]?.unsubscribe).toBeNull();
  });

  it('rejects an invalid unsubscribe URL and delivers nothing', async () => {
    const { mailer, arrived } = await open();
    for (const unsubscribe of ['', 'javascript:alert(1)', 'mailto:eve@example.org', '/api/unsubscribe']) {
      await expect(mailer.send({ ...mail, unsubscribe })).rejects.toThrow(RangeError);
    }
    expect(await arrived()).toEqual([]);
  });

  it('has one recipient for any address', async () => {
    const { mailer, arrived } = await open();
    const addresses = ['"a,b"@example.org', 'ann+tag@xn--bcher-kva.example', "o'neil@example.org"];
    for (const [index, to] of addresses.entries()) await mailer.send({ ...mail, id: `to-${index}`, to });
    expect((await arrived()).map(({ to }) => to.replaceAll('"', ''))).toEqual(
      addresses.map((address) => address.replaceAll('"', '')),
    );
  });

  it('prevents header injection by line breaks in a subject or address (V1.3.11)', async () => {
    const { mailer, arrived } = await open();
    await mailer.send({ ...mail, subject: 'Hello\r\nBcc: eve@example.org' });
    const [only] = await arrived();
    expect(only?.to).toBe(mail.to);
    expect(only?.subject).toContain('Hello');
    await mailer.send({
      ...mail,
      id: 'evil',
      unsubscribe: 'https://footnote.example/\r\nBcc: eve@example.org',
    });
    expect((await arrived())[1]?.unsubscribe).toBe('https://footnote.example/Bcc:%20eve@example.org');
  });

  it('rejects an id that is not a valid file name, and delivers nothing', async () => {
    const { mailer, arrived } = await open();
    for (const id of ['', '../../etc/passwd', 'a/b', 'a b', 'x'.repeat(101)]) {
      await expect(mailer.send({ ...mail, id })).rejects.toThrow(RangeError);
    }
    expect(await arrived()).toEqual([]);
  });
}
