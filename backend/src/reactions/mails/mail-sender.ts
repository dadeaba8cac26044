import { Injectable, Logger } from '@nestjs/common';
import { toldEvents } from '../../domain/acts/acts.js';
import { Admin } from '../../domain/admin/admin.js';
import { ALL_ADMINS, AdminRoles } from '../../domain/admin/admin-roles.js';
import { MAIL_KINDS } from '../../domain/account/mail-kind.js';
import { LateMails } from '../../infrastructure/mail/late-mails.port.js';
import { type Mail, Mailer } from '../../infrastructure/mail/mailer.port.js';
import { Clock } from '../../kernel/clock.js';
import type { Recorded } from '../../kernel/event.js';
import { NotYetKnownError } from '../../kernel/reaction.js';
import type { States } from '../../kernel/states.js';
import { UnsubscribeTokens } from '../../site/mailed-tokens.js';
import { Site } from '../../site/site.js';
import { type Recipient, Recipients } from './recipients.js';
import { type Words, renderMail } from './texts/render-mail.js';

interface LetterToOwner {
  readonly id?: string;
  readonly accountId: string | null;
  readonly verifies?: true;
  readonly isHandedOver?: true;
  readonly words: (recipient: Recipient) => Words | null | Promise<Words | null>;
}

interface LetterToAddress {
  readonly id?: string;
  readonly address: string | null;
  readonly unsubscribes: string | null;
  readonly words: Words;
}

export type Letter = LetterToOwner | LetterToAddress;

/**
 * A mail to the owner of an account (null for no mail). An unverified address may belong to another person, so it gets no
 * mail.
 * @param words null for no mail
 * @param more `id`: that of the event by default. `verifies`: its link verifies the address, so an unverified one gets it,
 *   too. `isHandedOver`: it has words of other people, so the mailer must not keep it: if the server refuses it temporarily,
 *   it is composed again for the next try, without what was hidden, deleted or erased meanwhile.
 */
export function toOwner(
  accountId: string | null,
  words: LetterToOwner['words'],
  more: Pick<LetterToOwner, 'id' | 'verifies' | 'isHandedOver'> = {},
): Letter {
  return { ...more, accountId, words };
}

/**
 * A mail to an address (null for no mail), verified or not.
 * @param more `id`: that of the event by default. `unsubscribes`: the account that its link unsubscribes; by default there
 *   is no link.
 */
export function toAddress(
  address: string | null,
  words: Words,
  more: Partial<Pick<LetterToAddress, 'id' | 'unsubscribes'>> = {},
): LetterToAddress {
  return { unsubscribes: null, ...more, address, words };
}

/** The ids of mails have at most 100 characters. */
const ADMIN_DIGITS = 32;

/** A mail to each owner with an address, and to those of `others`: admins by id, and whether they get one. */
export async function toAllOwners(
  states: States,
  eventId: string,
  words: Words,
  others: Readonly<Record<string, boolean>> = {},
): Promise<(LetterToAddress & { readonly id: string })[]> {
  const { admins } = await states.of(AdminRoles, ALL_ADMINS);
  const letters = [];
  for (const [adminId, { role, isDismissed }] of Object.entries(admins)) {
    if (!(others[adminId] ?? (role === 'owner' && !isDismissed))) continue;
    const { created } = await states.of(Admin, adminId);
    const id = `${eventId}-${adminId.slice(0, ADMIN_DIGITS)}`;
    letters.push({ ...toAddress(created?.email ?? null, words), id });
  }
  return letters;
}

const DAY_MS = 86_400_000;
const LATEST_MS = 7 * DAY_MS;

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
  private readonly logger = new Logger('Mails');

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
   * @param since when it was tried first, ISO 8601; undefined the first time
   * @throws PausingError if the recipient cannot be looked up yet, or no mail can be sent, NotYetKnownError if the server
   *   refuses a mail temporarily that is handed over
   */
  async send(reaction: string, event: Recorded, letter: Letter, since?: string): Promise<string | null> {
    const addressed = 'address' in letter ? await this.addressed(letter) : await this.owned(letter, event);
    if (addressed === null) return null;
    const mail = { id: letter.id ?? event.id, ...addressed };
    if (this.isLate(event)) {
      await this.list(reaction, event, mail);
      return null;
    }
    if ('isHandedOver' in letter) return this.handOver(mail, since);
    await this.mailer.send(mail);
    return mail.id;
  }

  private async addressed({ address, unsubscribes, words }: LetterToAddress) {
    return address === null ? null : this.rendered(address, words, unsubscribes);
  }

  private async owned({ accountId, verifies, words }: LetterToOwner, { position }: Recorded) {
    if (accountId === null) return null;
    const recipient = await this.recipients.find(accountId, position);
    if (!recipient || !(recipient.isVerified || verifies)) return null;
    const written = await words(recipient);
    return written && this.rendered(recipient.email, written, accountId);
  }

  private async rendered(to: string, words: Words, accountId: string | null) {
    const { kinds = MAIL_KINDS } = words;
    const unsubscribeToken = accountId === null ? null : this.unsubscribing.issue(accountId, kinds);
    return { to, ...(await renderMail({ publicUrl: this.site.publicUrl, unsubscribeToken }, words)) };
  }

  private async handOver(mail: Mail, since: string | undefined): Promise<string | null> {
    if (await this.mailer.handOver(mail)) return mail.id;
    if (since === undefined || this.ageAt(since) < DAY_MS)
      throw new NotYetKnownError('the mail server refused the mail temporarily');
    this.logger.error(`the mail ${mail.id} is given up: the mail server refused it for 24 hours`);
    return null;
  }

  private isLate({ type, metadata }: Recorded): boolean {
    return !SENT_IN_ANY_CASE.has(type) && this.ageAt(metadata.at) > LATEST_MS;
  }

  private ageAt(time: string): number {
    return this.clock.now().getTime() - Date.parse(time);
  }

  private async list(reaction: string, event: Recorded, { id }: Mail): Promise<void> {
    if (await this.mailer.knows(id)) return;
    const { type, stream, position, metadata } = event;
    await this.late.add({ id, reaction, type, stream, position, at: metadata.at });
  }
}
