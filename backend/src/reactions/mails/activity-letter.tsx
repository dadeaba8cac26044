import type { Activity } from '../../domain/notice/notice.events.js';
import { achievementInWords } from './achievements.js';
import type { Letter, Sender } from './letter.js';
import { Listed, Said } from './letter-page.js';
import { writeLetter } from './write-letter.js';

/** One letter for everything that its reader is told about a post. @throws RangeError when nothing has */
export async function activityLetter(sender: Sender, postId: string, activity: Activity): Promise<Letter> {
  const lines = linesOf(activity);
  const subject = subjectOf(activity);
  if (subject === null) throw new RangeError('a mail about activity needs some activity');
  return writeLetter(sender, {
    subject,
    preview: `${lines.join('. ')}.`,
    heading: subject,
    children: lines.length > 1 ? <Listed lines={lines} /> : <Said>{PROMPT}</Said>,
    button: ['See the post', `/post/${postId}`],
    reason:
      'You get this mail because notifications are switched on in your settings at Footnote: at most one for a post within an hour.',
    stop: 'Stop mails like this one',
  });
}

const PROMPT = 'Have a look at how things stand.';

/** Every piece of news, in a sentence without its full stop; achievements first. */
function linesOf({ achievements, ...counts }: Activity): string[] {
  return [...achievements.map((achievement) => achievementInWords(achievement)), ...countsInWords(counts)];
}

function countsInWords({ ratings, comments, replies }: Omit<Activity, 'achievements'>): string[] {
  return [
    ...counted(ratings, 'Somebody rated your post', 'new ratings on your post'),
    ...counted(comments, 'Somebody commented on your post', 'new comments on your post'),
    ...counted(replies, 'Somebody replied to your comment', 'new replies to your comments'),
  ];
}

function counted(count: number, one: string, several: string): string[] {
  if (count === 0) return [];
  return [count === 1 ? one : `${count} ${several}`];
}

/** The news in one line: achievements before all, else what there is, counted; null for nothing. */
function subjectOf({ achievements, ...counts }: Activity): string | null {
  const [achievement, ...more] = achievements;
  if (achievement && more.length === 0) return achievementInWords(achievement);
  if (achievement) return `Your post has ${achievements.length} new achievements`;
  const [only = null, ...others] = countsInWords(counts);
  return others.length === 0 ? only : countsTogether(counts);
}

/** `3 new ratings and 2 comments on your post and 1 reply to you`, of which two parts or more are there. */
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
