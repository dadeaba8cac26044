import { KernelLateMails } from '../../src/infrastructure/mail/kernel-late-mails.js';
import { type Mail, Mailer } from '../../src/infrastructure/mail/mailer.port.js';
import { listingLateMails } from '../../src/reactions/mails/late-mails.js';
import type { Reaction } from '../../src/reactions/reaction.js';
import { TestClock } from '../support/app.js';
import { useKernel } from '../support/test-kernel.js';
import { recorded } from '../support/given.js';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-21T12:00:00.000Z');

class Post extends Mailer {
  readonly ids: string[] = [];

  override async send({ id }: Mail): Promise<void> {
    this.ids.push(id);
  }

  override knows(id: string): Promise<boolean> {
    return Promise.resolve(id === 'sent before');
  }

  override forget(): Promise<void> {
    return Promise.reject(new Error('forget is not expected here'));
  }
}

const write = (mailer: Mailer): Reaction => {
  const mail = (id: string) =>
    mailer.send({ id, to: 'ann@example.org', subject: '', html: '', text: '', unsubscribe: null });
  return {
    name: 'mails',
    sequence: ({ id }) => id,
    on: {
      PasswordChanged: ({ data }) => mail(`changed-${data.accountId}`),
      PasswordReset: () => mail('sent before'),
      EmailVerified: () => Promise.resolve(),
      DeletionRequested: ({ data }) => mail(`deletion-${data.accountId}`),
    },
  };
};

const testKernel = useKernel();

describe('a reaction that sends mails', () => {
  let post: Post;
  let reaction: Reaction;
  const late = () => new KernelLateMails(testKernel.storage.kernel);
  beforeEach(() => {
    post = new Post();
    const parts = { mailer: post, late: late(), clock: new TestClock(new Date(NOW)) };
    reaction = listingLateMails(parts, write);
  });

  const meet = async (type: keyof Reaction['on'], age: number) => {
    const at = new Date(NOW - age).toISOString();
    const [event] = recorded([{ type, data: { accountId: 'ann' }, at } as never]);
    await reaction.on[type]?.(event as never);
  };

  it('sends mails about events of the last seven days, and lists older ones durably, once', async () => {
    await meet('PasswordChanged', 7 * DAY);
    expect([post.ids, await late().list()]).toEqual([['changed-ann'], []]);
    for (const _ of [1, 2]) await meet('PasswordChanged', 7 * DAY + 1);
    await testKernel.reopen();
    expect(post.ids).toHaveLength(1);
    expect(await late().list()).toEqual([
      {
        id: 'changed-ann',
        reaction: 'mails',
        type: 'PasswordChanged',
        stream: 'story',
        position: 1,
        at: new Date(NOW - 7 * DAY - 1).toISOString(),
      },
    ]);
    expect([await late().clear(), await late().list()]).toEqual([1, []]);
  });

  it('sends mails about account decisions at any age', async () => {
    await meet('DeletionRequested', 30 * DAY);
    expect([post.ids, await late().list()]).toEqual([['deletion-ann'], []]);
  });

  it('lists no mail that would not be sent, or was sent before', async () => {
    await meet('EmailVerified', 30 * DAY);
    await meet('PasswordReset', 30 * DAY);
    expect([post.ids, await late().list()]).toEqual([[], []]);
  });

  it('keeps the name, sequence and events of the reaction', () => {
    const usual = write(post);
    expect(reaction).toMatchObject({ name: usual.name, sequence: expect.any(Function) });
    expect(Object.keys(reaction.on)).toEqual(Object.keys(usual.on));
  });
});
