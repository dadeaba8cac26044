import type { MailSpool } from '../../src/infrastructure/mail/mail-spool.port.js';
import type { WaitingMail } from '../../src/infrastructure/mail/waiting-mail.js';

const mail = { subject: 'One', html: '<p>One</p>', text: 'One', unsubscribe: null };

/** A mail that waits for its second attempt, in the given minute. */
export const waitingMail = (id: string, to: string, minute = 1): WaitingMail => ({
  mail: { id, to, ...mail },
  since: new Date('2026-11-21T12:00:00.000Z'),
  tries: 1,
  dueAt: new Date(Date.UTC(2026, 10, 21, 12, minute)),
});

/** What a spool keeps, and a way to damage it. */
export interface SpoolUnderTest {
  /** The same spool with its mails each time. */
  open(): Promise<MailSpool>;
  /** Stores this text in place of the mail `id`. */
  damage(id: string, text: string): Promise<unknown>;
  /** The name of a mail among the damaged ones. */
  nameOf(id: string): string;
}

/** The contract of every MailSpool. */
export function mailSpoolContract({ open, damage, nameOf }: SpoolUnderTest): void {
  const ann = waitingMail('m-1', 'ann@example.org', 9);
  const bob = waitingMail('m-2', 'bob@example.org', 3);
  let spool: MailSpool;

  beforeEach(async () => {
    spool = await open();
  });

  it('is empty at first', async () => {
    expect([await spool.find('m-1'), await spool.list(), await spool.damaged()]).toEqual([null, [], []]);
    await spool.remove('m-1');
    await spool.forget('ann@example.org');
  });

  it('keeps the last state of each mail, the next due first, also for the next process', async () => {
    await spool.put({ ...ann, tries: 3 });
    await spool.put(bob);
    await spool.put(ann);
    const next = await open();
    expect(await next.find('m-1')).toEqual(ann);
    expect(await next.list()).toEqual([bob, ann]);
    await next.remove('m-2');
    expect(await spool.list()).toEqual([ann]);
  });

  it('replaces a mail only while it is there', async () => {
    await spool.put(ann);
    await spool.replace({ ...ann, tries: 2 });
    expect(await spool.find('m-1')).toEqual({ ...ann, tries: 2 });
    await spool.forget('ann@example.org');
    await spool.replace({ ...ann, tries: 3 });
    expect(await spool.list()).toEqual([]);
  });

  it('forgets every mail to an address, in any spelling, and keeps those to others', async () => {
    await spool.put(ann);
    await spool.put(bob);
    await spool.put(waitingMail('m-3', 'Ann@Example.org'));
    await spool.forget('ann@example.org');
    expect(await spool.list()).toEqual([bob]);
  });

  it.each([
    '',
    '{"mail":{"id":"m-1","to":"ann@example.org","subj',
    '{"mail":{"id":"m-1","to":"ann@example.org"},"tries":1,"since":"2026-11-21","dueAt":"soon"}',
    '{}',
    '[]',
    'null',
  ])('skips a damaged mail, which is forgotten if it has the address: %j', async (text) => {
    await spool.put(ann);
    await spool.put(bob);
    await damage('m-1', text);
    expect([await spool.damaged(), await spool.list()]).toEqual([[nameOf('m-1')], [bob]]);
    expect(await spool.find('m-1')).toBeNull();
    await spool.forget('Ann@example.org');
    expect(await spool.damaged()).toEqual(text.includes('ann@') ? [] : [nameOf('m-1')]);
    await spool.put(ann);
    expect(await spool.list()).toEqual([bob, ann]);
  });
}
