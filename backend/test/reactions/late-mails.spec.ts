import { Logger } from '@nestjs/common';
import { KernelLateMails } from '../../src/infrastructure/mail/kernel-late-mails.js';
import { LateMails } from '../../src/infrastructure/mail/late-mails.port.js';
import { Clock } from '../../src/kernel/clock.js';
import { NotYetKnownError } from '../../src/kernel/reaction.js';
import { type Letters, MailReaction } from '../../src/reactions/mails/mail-reaction.js';
import { type MailSender, toAddress, toOwner } from '../../src/reactions/mails/mail-sender.js';
import type { Recipient } from '../../src/reactions/mails/recipients.js';
import type { Words } from '../../src/reactions/mails/texts/render-mail.js';
import type { Reaction } from '../../src/reactions/reaction.js';
import { TestClock } from '../support/app.js';
import { useKernel } from '../support/test-kernel.js';
import { recorded } from '../support/given.js';
import { stub } from '../support/made.js';
import { Post, senderOver } from '../support/post.js';
import { FIRST_TRY } from '../support/reactions.js';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-21T12:00:00.000Z');

const ANN: Recipient = {
  email: 'ann@example.org',
  isVerified: true,
  username: 'Ann',
  wants: { rating: true, comment: true, achievements: true, boosts: true },
};

class KnowingPost extends Post {
  override knows(id: string): Promise<boolean> {
    return Promise.resolve(id === 'sent before');
  }
}

const WORDS: Words = { subject: 'News', lines: [], button: ['Look', '/'], footer: 'safety' };
const mail = (id: string) => toAddress('ann@example.org', WORDS, { id });
const LETTERS: Letters = {
  PasswordChanged: ({ data }) => mail(`changed-${data.accountId}`),
  PasswordReset: () => mail('sent before'),
  EmailVerified: () => null,
  EmailChanged: () => toOwner('ann', () => WORDS, { id: 'changed-ann', isHandedOver: true }),
  DeletionRequested: ({ data }) => mail(`deletion-${data.accountId}`),
};

class Mails extends MailReaction {
  constructor(sender: MailSender) {
    super('mails', sender, LETTERS);
  }
}

const testKernel = useKernel();

describe('a reaction that sends mails', () => {
  let post: Post;
  let reaction: Reaction;
  const ids = () => post.mails.map(({ id }) => id);
  const late = () => new KernelLateMails(testKernel.storage.kernel);
  beforeEach(() => {
    post = new KnowingPost();
    const clock = stub(Clock, new TestClock(new Date(NOW)));
    reaction = new Mails(
      senderOver(post, { find: () => Promise.resolve(ANN) }, clock, stub(LateMails, late())),
    );
  });

  const meet = async (type: keyof Reaction['on'], age: number, attempt = FIRST_TRY) => {
    const at = new Date(NOW - age).toISOString();
    const [event] = recorded([{ type, data: { accountId: 'ann' }, at } as never]);
    await reaction.on[type]?.(event as never, attempt);
  };

  it('sends mails about events of the last seven days, and lists older ones durably, once', async () => {
    await meet('PasswordChanged', 7 * DAY);
    expect([ids(), await late().list()]).toEqual([['changed-ann'], []]);
    for (const _ of [1, 2]) await meet('PasswordChanged', 7 * DAY + 1);
    await testKernel.reopen();
    expect(ids()).toHaveLength(1);
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

  it('keeps nothing of a mail that it hands over: it is retried while the server refuses it, for 24 hours', async () => {
    let refusals = 0;
    post.handOver = async () => {
      refusals += 1;
      return false;
    };
    const said = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const again = (age: number) => ({
      mayTakeLong: true,
      since: new Date(NOW - age).toISOString(),
    });
    // The server may have been away for days.
    await expect(meet('EmailChanged', 3 * DAY)).rejects.toThrow(NotYetKnownError);
    await expect(meet('EmailChanged', 3 * DAY, again(DAY - 1))).rejects.toThrow(NotYetKnownError);
    expect(said).not.toHaveBeenCalled();
    await meet('EmailChanged', 3 * DAY, again(DAY));
    expect(said.mock.calls).toEqual([
      ['the mail changed-ann is given up: the mail server refused it for 24 hours'],
    ]);
    said.mockRestore();
    expect([ids(), refusals]).toEqual([[], 3]);
  });

  it('sends mails about account decisions at any age', async () => {
    await meet('DeletionRequested', 30 * DAY);
    expect([ids(), await late().list()]).toEqual([['deletion-ann'], []]);
  });

  it('lists no mail that would not be sent, or was sent before', async () => {
    await meet('EmailVerified', 30 * DAY);
    await meet('PasswordReset', 30 * DAY);
    expect([ids(), await late().list()]).toEqual([[], []]);
  });

  it('has its name, a sequence and the events of its table', () => {
    expect(reaction).toMatchObject({ name: 'mails', sequence: expect.any(Function) });
    expect(Object.keys(reaction.on)).toEqual(Object.keys(LETTERS));
  });
});
