import { Injectable } from '@nestjs/common';
import { toldEvents } from '../../domain/acts/acts.js';
import { MAIL_KINDS, type MailKind } from '../../domain/account/mail-kind.js';
import { LateMails } from '../../infrastructure/mail/late-mails.port.js';
import { type Mail, Mailer } from '../../infrastructure/mail/mailer.port.js';
import { Clock } from '../../kernel/clock.js';
import type { Recorded } from '../../kernel/event.js';
import { UnsubscribeTokens } from '../../site/mailed-tokens.js';
import { Site } from '../../site/site.js';
import { type Recipient, Recipients } from './recipients.js';
import type { MailContent, Sender } from './texts/mail-content.js';

interface LetterToOwner {
  readonly id?: string;
  readonly accountId: string | null;
  readonly kinds?: (wants: Recipient['wants']) => readonly MailKind[];
  readonly verifies?: true;
  readonly write: (sender: Sender, recipient: Recipient) => Promise<MailContent>;
}

export interface LetterToAddress {
  readonly id?: string;
  readonly address: string | null;
  readonly unsubscribes: string | null;
  readonly write: (sender: Sender) => Promise<MailContent>;
}

export type Letter = LetterToOwner | LetterToAddress;

/**
 * A mail to the owner of an account (null for no mail). An unverified address may belong to another person, so it gets no
 * mail.
 * @param more `id`: that of the event by default. `kinds`: the kinds of mail that this one is for a person with these
 *   settings, from which its link unsubscribes; none for no mail. Without it, the mail ignores the settings, and its link
 *   unsubscribes from all kinds. `verifies`: its link verifies the address, so an unverified one gets it, too.
 */
export function toOwner(
  accountId: string | null,
  write: LetterToOwner['write'],
  more: Pick<LetterToOwner, 'id' | 'kinds' | 'verifies'> = {},
): Letter {
  return { ...more, accountId, write };
}

/**
 * A mail to an address (null for no mail), verified or not.
 * @param more `id`: that of the event by default. `unsubscribes`: the account that its link unsubscribes; by default there
 *   is no link.
 */
export function toAddress(
  address: string | null,
  write: LetterToAddress['write'],
  more: Partial<Pick<LetterToAddress, 'id' | 'unsubscribes'>> = {},
): LetterToAddress {
  return { unsubscribes: null, ...more, address, write };
}

const LATEST_MS = 7 * 86_400_000;

/** Events whose mails are sent at any age: decisions about people, their content and their reports, and payments. */
const SENT_IN_ANY_CASE: ReadonlySet<string> = new Set([
  ...toldEvents(),
  'AppealDecided',
  'DeletionRequested',
  'PaymentConfirmed',
  'PaymentFailed',
  'RefundObserved',
  'RefundDeclined',
  'DisputeObserved',
]);

/**
 * Sends the mails of reactions. Mails about events older than seven days are listed for the operator instead: after
 * `npm run recover`, reactions may restart far back in the log, and people must not get last month's news.
 */
@Injectable()
export class MailSender {
  constructor(
    private readonly mailer: Mailer,
    private readonly late: LateMails,
    private readonly clock: Clock,
    private readonly recipients: Recipients,
    private readonly unsubscribing: UnsubscribeTokens,
    private readonly site: Site,
  ) {}

  /**
   * Returns the id of the mail if the mailer has it, else null.
   * @throws PausingError if the recipient cannot be looked up yet, or no mail can be sent
   */
  async send(reaction: string, event: Recorded, letter: Letter): Promise<string | null> {
    const addressed = 'address' in letter ? await this.addressed(letter) : await this.owned(letter, event);
    if (addressed === null) return null;
    const mail = { id: letter.id ?? event.id, ...addressed };
    if (this.isLate(event)) {
      await this.list(reaction, event, mail);
      return null;
    }
    await this.mailer.send(mail);
    return mail.id;
  }

  private async addressed({ address, unsubscribes, write }: LetterToAddress) {
    if (address === null) return null;
    const sender = this.senderFor(unsubscribes, MAIL_KINDS);
    return { to: address, ...(await write(sender)) };
  }

  private async owned(
    { accountId, kinds = () => MAIL_KINDS, verifies, write }: LetterToOwner,
    { position }: Recorded,
  ) {
    if (accountId === null) return null;
    const recipient = await this.recipients.find(accountId, position);
    if (!recipient || !(recipient.isVerified || verifies)) return null;
    const wanted = kinds(recipient.wants);
    if (wanted.length === 0) return null;
    return { to: recipient.email, ...(await write(this.senderFor(accountId, wanted), recipient)) };
  }

  private senderFor(accountId: string | null, kinds: readonly MailKind[]): Sender {
    const unsubscribeToken = accountId === null ? null : this.unsubscribing.issue(accountId, kinds);
    return { publicUrl: this.site.publicUrl, unsubscribeToken };
  }

  private isLate({ type, metadata }: Recorded): boolean {
    const age = this.clock.now().getTime() - Date.parse(metadata.at);
    return !SENT_IN_ANY_CASE.has(type) && age > LATEST_MS;
  }

  private async list(reaction: string, event: Recorded, { id }: Mail): Promise<void> {
    if (await this.mailer.knows(id)) return;
    const { type, stream, position, metadata } = event;
    await this.late.add({ id, reaction, type, stream, position, at: metadata.at });
  }
}
