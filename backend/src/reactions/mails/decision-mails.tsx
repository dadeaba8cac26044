import { REASONS, type ReasonCode } from '../../domain/moderation/reasons.js';
import type { MailContent, Sender } from './mail-content.js';
import { Paragraph } from './mail-layout.js';
import { type Words, renderMail } from './render-mail.js';

/** The footer of mails about decisions, which are sent even if the owner has switched mails off. */
const ABOUT_A_DECISION = {
  reason: 'You get this mail because it is about a decision on your content at Footnote.',
  stop: 'Stop all mails except those about decisions and your account’s safety',
} satisfies Pick<Words, 'reason' | 'stop'>;

/** What was decided about a post. */
export interface ToldDecision {
  readonly postId: string;
  readonly kind: 'hidden' | 'removed';
  readonly reason: ReasonCode;
  readonly note: string;
  /** Whether an admin decided it, or software. */
  readonly by: 'person' | 'software';
}

function decisionMail(
  sender: Sender,
  postId: string,
  subject: string,
  lines: readonly string[],
): Promise<MailContent> {
  return renderMail(sender, {
    subject,
    preview: lines[0] ?? subject,
    heading: subject,
    children: lines.map((line) => <Paragraph key={line}>{line}</Paragraph>),
    button: ['See your post', `/post/${postId}`],
    ...ABOUT_A_DECISION,
  });
}

const WHAT = {
  hidden: [
    'Your post was hidden',
    'Only you can see your post now. It stays hidden until the decision is undone.',
  ],
  removed: [
    'Your post was removed',
    'Only you can see your post now. Its picture is deleted after 30 days, or after an appeal that is still open then.',
  ],
} as const;

/** A post was hidden or removed: what happened, why, until when, and who decided. */
export function postDecidedMail(
  sender: Sender,
  { postId, kind, reason, note, by }: ToldDecision,
): Promise<MailContent> {
  const { label, section } = REASONS[reason];
  const [subject, happened] = WHAT[kind];
  return decisionMail(sender, postId, subject, [
    happened,
    `The reason: ${label} (section ${section} of our Terms of Service).`,
    ...(note === '' ? [] : [`The moderator wrote: ${note}`]),
    by === 'person' ? 'A person decided this.' : 'Software decided this.',
    'If you think this is wrong, you can appeal once. Another moderator then decides.',
  ]);
}

/** A decision about a post was undone without an appeal. */
export function decisionUndoneMail(
  sender: Sender,
  { postId, kind }: Pick<ToldDecision, 'postId' | 'kind'>,
): Promise<MailContent> {
  return decisionMail(sender, postId, 'A decision about your post was undone', [
    kind === 'hidden'
      ? 'Your post had been hidden. That was undone.'
      : 'Your post had been removed. That was undone.',
    'We are sorry for the trouble.',
  ]);
}

/** An appeal was decided. */
export function appealDecidedMail(
  sender: Sender,
  {
    postId,
    isGranted,
    note,
  }: { readonly postId: string; readonly isGranted: boolean; readonly note: string },
): Promise<MailContent> {
  return decisionMail(sender, postId, isGranted ? 'Your appeal was granted' : 'Your appeal was rejected', [
    isGranted
      ? 'Another moderator looked at the decision about your post and undid it.'
      : 'Another moderator looked at the decision about your post. It stays as it is.',
    ...(note === '' ? [] : [`The moderator wrote: ${note}`]),
  ]);
}
