import { Injectable } from '@nestjs/common';
import { toldEvents } from '../../domain/acts/acts.js';
import { Admin } from '../../domain/admin/admin.js';
import { ALL_ADMINS, AdminRoles } from '../../domain/admin/admin-roles.js';
import { MAIL_KINDS, type MailKind } from '../../domain/account/mail-kind.js';
import { LateMails } from '../../infrastructure/mail/late-mails.port.js';
import { type Mail, Mailer } from '../../infrastructure/mail/mailer.port.js';
import { Clock } from '../../kernel/clock.js';
import type { Recorded } from '../../kernel/event.js';
import type { States } from '../../kernel/states.js';
import { UnsubscribeTokens } from '../../site/mailed-tokens.js';
import { Site } from '../../site/site.js';
import { type Recipient, Recipients } from './recipients.js';
import { type Words, renderMail } from './texts/render-mail.js';

interface LetterToOwner {
  readonly id?: string;
  readonly accountId: string | null;
  readonly kinds?: (wants: Recipient['wants']) => readonly MailKind[];
  readonly verifies?: true;
  readonly words: (recipient: Recipient) => Words;
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
 * @param more `id`: that of the event by default. `kinds`: the kinds of mail that this one is for a person with these
 *   settings, from which its link unsubscribes; none for no mail. Without it, the mail ignores the settings, and its link
 *   unsubscribes from all kinds. `verifies`: its link verifies the address, so an unverified one gets it, too.
 */
export function toOwner(
  accountId: string | null,
  words: LetterToOwner['words'],
  more: Pick<LetterToOwner, 'id' | 'kinds' | 'verifies'> = {},
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

  private async addressed({ address, unsubscribes, words }: LetterToAddress) {
    return address === null ? null : this.rendered(address, words, unsubscribes, MAIL_KINDS);
  }

  private async owned(
    { accountId, kinds = () => MAIL_KINDS, verifies, words }: LetterToOwner,
    { position }: Recorded,
  ) {
    if (accountId === null) return null;
    const recipient = await this.recipients.find(accountId, position);
    if (!recipient || !(recipient.isVerified || verifies)) return null;
    const wanted = kinds(recipient.wants);
    if (wanted.length === 0) return null;
    return this.rendered(recipient.email, words(recipient), accountId, wanted);
  }

  private async rendered(to: string, words: Words, accountId: string | null, kinds: readonly MailKind[]) {
    const unsubscribeToken = accountId === null ? null : this.unsubscribing.issue(accountId, kinds);
    return { to, ...(await renderMail({ publicUrl: this.site.publicUrl, unsubscribeToken }, words)) };
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
