import type { Clock } from '../../kernel/clock.js';
import type { Recorded } from '../../kernel/event.js';
import type { LateMails } from '../../infrastructure/mail/late-mails.port.js';
import { type Mail, Mailer } from '../../infrastructure/mail/mailer.port.js';
import type { Reaction } from '../reaction.js';

const LATEST_MS = 7 * 86_400_000;

/** Events whose mails are sent at any age: decisions about people, their content and their reports, and payments. */
const SENT_IN_ANY_CASE: ReadonlySet<string> = new Set([
  'DeletionRequested',
  'AccountSuspended',
  'AccountStruck',
  'AccountRestored',
  'PaymentConfirmed',
  'PaymentFailed',
  'RefundObserved',
  'RefundDeclined',
  'DisputeObserved',
  'PostHidden',
  'PostRemoved',
  'PostActUndone',
  'CommentHidden',
  'CommentActUndone',
  'ReportReviewed',
  'ReportDismissed',
  'ReportReopened',
  'AppealDecided',
]);

/** What the wrapper works with. */
export interface LateMailParts {
  readonly mailer: Mailer;
  readonly late: Pick<LateMails, 'add'>;
  readonly clock: Clock;
}

/** The list of late mails. */
class ListingMailer extends Mailer {
  constructor(
    private readonly parts: Pick<LateMailParts, 'mailer' | 'late'>,
    private readonly reaction: string,
    private readonly event: Recorded,
  ) {
    super();
  }

  override async send({ id }: Mail): Promise<void> {
    if (await this.knows(id)) return;
    const { type, stream, position, metadata } = this.event;
    await this.parts.late.add({ id, reaction: this.reaction, type, stream, position, at: metadata.at });
  }

  override knows(id: string): Promise<boolean> {
    return this.parts.mailer.knows(id);
  }

  override forget(address: string, receiptId: string): Promise<void> {
    return this.parts.mailer.forget(address, receiptId);
  }
}

/**
 * Wraps a reaction that sends mails. Mails about events older than seven days are listed for the operator instead of
 * sent: after `npm run recover`, reactions may restart far back in the log, and people must not get last month's news.
 * Mails that are known to be sent already are not listed.
 * @param write creates the reaction with the mailer that it must use
 */
export function listingLateMails(parts: LateMailParts, write: (mailer: Mailer) => Reaction): Reaction {
  const usual = write(parts.mailer);
  const now = () => parts.clock.now().getTime();
  const isLate = ({ type, metadata }: Recorded) =>
    !SENT_IN_ANY_CASE.has(type) && now() - Date.parse(metadata.at) > LATEST_MS;
  const handle = async (event: Recorded) => {
    const reaction = isLate(event) ? write(new ListingMailer(parts, usual.name, event)) : usual;
    const act = reaction.on[event.type as keyof Reaction['on']] as (event: Recorded) => Promise<void>;
    await act(event);
  };
  const on = Object.fromEntries(Object.keys(usual.on).map((type) => [type, handle])) as Reaction['on'];
  return { ...usual, on };
}
