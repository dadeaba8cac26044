import { type ToldOnPost, toldAs } from '../../../domain/acts/act-facts.js';
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

export interface ToldDecision {
  readonly postId: string;
  readonly kind: ToldOnPost;
  /** Null for a decision that needs none. */
  readonly reason: ReasonCode | null;
  readonly note: string;
  /** Whether an admin decided it, or software. */
  readonly by: 'person' | 'software';
}

/** Where all decisions about a person are, with their appeals. */
export const DECISIONS_PATH = '/account/settings#decisions';

const SEE_ALL = ['See the decision', DECISIONS_PATH] as const;

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

function toPost(postId: string): Words['button'] {
  return ['See your post', `/post/${postId}`];
}

function why({ reason, note, by }: Pick<ToldDecision, 'reason' | 'note' | 'by'>): readonly string[] {
  return [
    ...(reason === null ? [] : [reasonLine(reason)]),
    ...written(note),
    by === 'person' ? 'A person decided this.' : 'Software decided this.',
  ];
}

function reasonLine(reason: ReasonCode): string {
  const { label, section } = REASONS[reason];
  return `The reason: ${label} (section ${section} of our Terms of Service).`;
}

function written(note: string): readonly string[] {
  return note === '' ? [] : [`The moderator wrote: ${note}`];
}

/** What a decision about a post means, and what it was once it is undone. */
const ON_POST: Readonly<Record<ToldOnPost, { readonly means: string; readonly was: string }>> = {
  hidden: {
    means: 'Only you can see your post now. It stays hidden until the decision is undone.',
    was: 'hidden',
  },
  removed: {
    means:
      'Only you can see your post now. Its picture is deleted after 30 days, or after an appeal that is still open then.',
    was: 'removed',
  },
};

export function postDecidedMail(
  sender: Sender,
  { postId, kind, ...decision }: ToldDecision,
): Promise<MailContent> {
  const { sentence, appeal } = toldAs(kind);
  const lines = [ON_POST[kind].means, ...why(decision), ...(appeal === null ? [] : [APPEAL])];
  return decisionMail(sender, sentence, lines, toPost(postId));
}

/** A decision about a post was undone without an appeal. */
export function decisionUndoneMail(
  sender: Sender,
  { postId, kind }: Pick<ToldDecision, 'postId' | 'kind'>,
): Promise<MailContent> {
  const lines = [
    `Your post had been ${ON_POST[kind].was}. That was undone.`,
    'We are sorry for the trouble.',
  ];
  return decisionMail(sender, 'A decision about your post was undone', lines, toPost(postId));
}

export function commentHiddenMail(
  sender: Sender,
  decision: Pick<ToldDecision, 'reason' | 'note' | 'by'>,
): Promise<MailContent> {
  const happened = 'Nobody else can read your comment now. It stays hidden until the decision is undone.';
  return decisionMail(sender, 'Your comment was hidden', [happened, ...why(decision), APPEAL], SEE_ALL);
}

/** A comment is shown again, without an appeal. */
export function commentShownMail(sender: Sender): Promise<MailContent> {
  const lines = ['Your comment had been hidden. That was undone.', 'We are sorry for the trouble.'];
  return decisionMail(sender, 'A decision about your comment was undone', lines, SEE_ALL);
}

const OF_REPORT = {
  reviewed: [
    'Your report was right',
    'We looked at the post that you reported, and agree with you. Thank you for telling us.',
  ],
  dismissed: [
    'Your report was dismissed',
    'We looked at the post that you reported, and found nothing against our Terms of Service. It stays.',
  ],
} as const;

/** What was decided about a report, for the reporter. It says nothing about the owner of the post. */
export function reportDecidedMail(
  sender: Sender,
  { status, note }: { readonly status: keyof typeof OF_REPORT; readonly note: string },
): Promise<MailContent> {
  const [subject, happened] = OF_REPORT[status];
  const lines = [happened, ...written(note), ...(status === 'dismissed' ? [APPEAL] : [])];
  return decisionMail(sender, subject, lines, SEE_ALL);
}

/** The decision about a report was undone, without an appeal. */
export function reportReopenedMail(sender: Sender): Promise<MailContent> {
  const lines = ['The decision about your report was undone. We will look at the post again.'];
  return decisionMail(sender, 'Your report is open again', lines, SEE_ALL);
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
    about === 'post' && postId !== null ? toPost(postId) : SEE_ALL,
  );
}
