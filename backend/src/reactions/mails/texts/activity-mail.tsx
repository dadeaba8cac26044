import type { Activity } from '../../../domain/notification/notification.js';
import { achievementInWords } from './achievements.js';
import type { MailContent, Sender } from './mail-content.js';
import { List, Paragraph } from './mail-paragraphs.js';
import { renderMail } from './render-mail.js';

/** One mail for all activity on a post. @throws RangeError if there is none */
export async function activityMail(sender: Sender, postId: string, activity: Activity): Promise<MailContent> {
  const lines = linesOf(activity);
  const subject = subjectOf(activity);
  if (subject === null) throw new RangeError('a mail about activity needs some activity');
  return renderMail(sender, {
    subject,
    preview: `${lines.join('. ')}.`,
    heading: subject,
    children: lines.length > 1 ? <List lines={lines} /> : <Paragraph>{PROMPT}</Paragraph>,
    button: ['See the post', `/post/${postId}`],
    reason:
      'You get this mail because notifications are switched on in your settings at Footnote: at most one for a post within an hour.',
    stop: 'Stop mails like this one',
  });
}

const PROMPT = 'Open the post to see the details.';

/** Each item as a sentence without its full stop; achievements first. */
function linesOf({ achievements, ...counts }: Activity): string[] {
  return [...achievements.map((achievement) => achievementInWords(achievement)), ...countsInWords(counts)];
}

function countsInWords({ ratings, comments, replies }: Omit<Activity, 'achievements'>): string[] {
  return [
    ...counted(ratings, 'Someone rated your post', 'new ratings on your post'),
    ...counted(comments, 'Someone commented on your post', 'new comments on your post'),
    ...counted(replies, 'Someone replied to your comment', 'new replies to your comments'),
  ];
}

function counted(count: number, one: string, several: string): string[] {
  if (count === 0) return [];
  return [count === 1 ? one : `${count} ${several}`];
}

/** The subject: achievements if there are any, else the counts; null without activity. */
function subjectOf({ achievements, ...counts }: Activity): string | null {
  const [achievement, ...more] = achievements;
  if (achievement && more.length === 0) return achievementInWords(achievement);
  if (achievement) return `Your post has ${achievements.length} new achievements`;
  const [only = null, ...others] = countsInWords(counts);
  return others.length === 0 ? only : countsTogether(counts);
}

/** `3 new ratings and 2 comments on your post and 1 reply to you`; needs at least two of the parts. */
function countsTogether({ ratings, comments, replies }: Omit<Activity, 'achievements'>): string {
  const ofPost = [
    ...(ratings > 0 ? [number(ratings, 'rating')] : []),
    ...(comments > 0 ? [number(comments, 'comment')] : []),
  ].join(' and ');
  const toReader = replies > 0 ? ` and ${number(replies, 'reply', 'replies')} to you` : '';
  return `${ofPost.replace(' ', ' new ')} on your post${toReader}`;
}

function number(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
