import { type ToldName, toldAs } from '../../../domain/acts/acts.js';
import { REASONS, type ReasonCode } from '../../../domain/moderation/reasons.js';
import type { Appealed } from '../../../domain/review/appeal.js';
import type { MailContent, Sender } from './mail-content.js';
import { Paragraph } from './mail-paragraphs.js';
import { type Words, renderMail } from './render-mail.js';

/** The footer of mails about decisions, which are sent even if the owner has switched mails off. */
const ABOUT_A_DECISION = {
  reason:
    'You get this mail because it is about a decision on your content, your account or a report of yours at Footnote.',
  stop: 'Stop all mails except those about decisions and your account’s safety',
} satisfies Pick<Words, 'reason' | 'stop'>;

/** A decision that a person is told about. */
interface ToldDecision {
  readonly as: ToldName;
  /** The post that it is about, for its owner; null for anything else. */
  readonly postId: string | null;
  /** Null for a decision that needs none. */
  readonly reason: ReasonCode | null;
  readonly note: string;
  /** Who decided it; null where the mail does not say it. */
  readonly by: 'A person' | 'Software' | null;
}

/** Where all decisions about a person are, with their appeals. */
export const DECISIONS_PATH = '/account/settings#decisions';

const APPEAL = 'If you think this is wrong, you can appeal once. Another moderator then decides.';

function decisionMail(
  sender: Sender,
  subject: string,
  lines: readonly string[],
  button: Words['button'],
): Promise<MailContent> {
  return renderMail(sender, {
    subject,
    preview: lines[0] ?? subject,
    heading: subject,
    children: lines.map((line) => <Paragraph key={line}>{line}</Paragraph>),
    button,
    ...ABOUT_A_DECISION,
  });
}

function buttonTo(postId: string | null): Words['button'] {
  return postId === null ? ['See the decision', DECISIONS_PATH] : ['See your post', `/post/${postId}`];
}

function reasonLine(reason: ReasonCode): string {
  const { label, section } = REASONS[reason];
  return `The reason: ${label} (section ${section} of our Terms of Service).`;
}

function written(note: string): readonly string[] {
  return note === '' ? [] : [`The moderator wrote: ${note}`];
}

/** What was decided. To a reporter, it says nothing about the owner of the post. */
export function decidedMail(
  sender: Sender,
  { as, postId, reason, note, by }: ToldDecision,
): Promise<MailContent> {
  const { sentence, means, appeal } = toldAs(as);
  const lines = [
    ...(means === null ? [] : [means]),
    ...(reason === null ? [] : [reasonLine(reason)]),
    ...written(note),
    ...(by === null ? [] : [`${by} decided this.`]),
    ...(appeal === null ? [] : [APPEAL]),
  ];
  return decisionMail(sender, sentence, lines, buttonTo(postId));
}

/** A decision about a post or a comment was undone without an appeal. */
export function decisionUndoneMail(
  sender: Sender,
  {
    about,
    was,
    postId,
  }: { readonly about: 'post' | 'comment'; readonly was: string; readonly postId: string | null },
): Promise<MailContent> {
  const lines = [`Your ${about} had been ${was}. That was undone.`, 'We are sorry for the trouble.'];
  return decisionMail(sender, `A decision about your ${about} was undone`, lines, buttonTo(postId));
}

/** The decision about a report was undone, without an appeal. */
export function reportReopenedMail(sender: Sender): Promise<MailContent> {
  const lines = ['The decision about your report was undone. We will look at the post again.'];
  return decisionMail(sender, 'Your report is open again', lines, buttonTo(null));
}

/** What an appeal was about, in words, and what a granted one did. */
const APPEALED_WORDS: Readonly<Record<Appealed, readonly [about: string, granted: string]>> = {
  post: ['about your post', 'and undid it.'],
  comment: ['about your comment', 'and undid it.'],
  report: [
    'about your report',
    'and undid it. Your report is open again, and we will look at the post again.',
  ],
  suspension: ['to suspend your account', 'and undid it.'],
  strike: ['to give you a strike', 'and undid it, with the suspension that it led to.'],
};

export function appealDecidedMail(
  sender: Sender,
  {
    about,
    postId,
    isGranted,
    note,
  }: {
    readonly about: Appealed;
    readonly postId: string | null;
    readonly isGranted: boolean;
    readonly note: string;
  },
): Promise<MailContent> {
  const [decision, granted] = APPEALED_WORDS[about];
  const looked = `Another moderator looked at the decision ${decision}`;
  return decisionMail(
    sender,
    isGranted ? 'Your appeal was granted' : 'Your appeal was rejected',
    [isGranted ? `${looked} ${granted}` : `${looked}. It stays as it is.`, ...written(note)],
    buttonTo(about === 'post' ? postId : null),
  );
}
