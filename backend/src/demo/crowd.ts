import { comment, complaint, lastWord, reply } from './phrases.js';
import { seededRandom, shuffled } from './random.js';
import type { Applaud, CrowdScene, Join, Publish, Rate, Say } from './scenes.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The maximum share of all people who rate a post, and who like it. */
const MOST_RATERS = 0.4;
const MOST_LIKERS = 0.35;
const MOST_COMMENTS = 6;
/** The share of posts that somebody reports, and of reports that still wait for a decision. */
const REPORTED = 0.04;
const WAITING = 0.4;
/** Within these, in hours, moderators see new photos and decide about reports. */
const SEEN_WITHIN = 36;
const DECIDED_WITHIN = 9;

/** A person who loses interest at a time, at the latest now. */
export type Member = Join & { readonly until: Date };

/** A post with the people who are still there to see it, and its age in milliseconds without the shift to the evening. */
export interface Posted {
  readonly post: Publish;
  readonly seenBy: readonly Member[];
  readonly age: number;
}

/**
 * What people do at one post until `now`, and moderators: few posts get much activity, most of it soon after publication. People and
 * actions depend on the seed only, so that playing the plan again later adds nothing.
 */
export function planCrowd(seed: number, { post, seenBy: joins, age }: Posted, now: Date): CrowdScene[] {
  const random = seededRandom(`${seed}/crowd/${post.photo}`);
  const others = shuffled(
    joins.filter(({ person }) => person !== post.person),
    random,
  );
  const after = ({ at, until }: Member, moment: Date) => later(random, at, moment, until, now);
  const attention = random() ** 2;
  const { photo } = post;
  const appeal = 4 + random() * 5;
  const ratings = others.slice(0, Math.round(attention * MOST_RATERS * joins.length)).map((join): Rate => ({
    kind: 'rate',
    person: join.person,
    photo,
    score: Math.min(10, Math.max(0, Math.round(appeal + (random() + random() + random() - 1.5) * 3))),
    at: after(join, post.at),
  }));
  const likes = shuffled(others, random)
    .slice(0, Math.round(attention * MOST_LIKERS * joins.length))
    .map((join) => ({ kind: 'like' as const, person: join.person, photo, at: after(join, post.at) }));
  const comments = shuffled(others, random)
    .slice(0, Math.round((0.3 + attention) * random() * MOST_COMMENTS))
    .map((join, index): Say => {
      const text = comment(random);
      return {
        kind: 'say',
        person: join.person,
        photo,
        comment: `${photo}.${index}`,
        parent: null,
        text,
        at: after(join, post.at),
      };
    });
  const author = joins.find(({ person }) => person === post.person);
  const replies = comments.flatMap((said) => planReplies(random, said, others, author, now));
  const applause = [...comments, ...replies].flatMap((said) =>
    shuffled(others, random)
      .filter(({ person }) => person !== said.person)
      .slice(0, Math.floor(random() ** 2 * 4))
      .map((join): Applaud => ({
        kind: 'applaud',
        person: join.person,
        photo,
        comment: said.comment,
        at: after(join, said.at),
      })),
  );
  return [
    ...ratings,
    ...likes,
    ...comments,
    ...replies,
    ...applause,
    ...planModeration(seed, post, age, others, now),
  ];
}

/** A few posts are reported. Moderators keep up, but the back office has something left to decide. */
function planModeration(
  seed: number,
  { person, photo, at }: Publish,
  age: number,
  others: readonly Member[],
  now: Date,
): CrowdScene[] {
  const random = seededRandom(`${seed}/reports/${photo}`);
  const soonAfter = (moment: Date, delay: number) =>
    new Date(Math.min(moment.getTime() + MINUTE_MS + delay, now.getTime()));
  const delay = random() ** 2 * SEEN_WITHIN * HOUR_MS;
  const scenes: CrowdScene[] =
    delay < age ? [{ kind: 'approve', person, photo, at: soonAfter(at, delay) }] : [];
  const reporter = others[Math.floor(random() * others.length)];
  if (reporter && random() < REPORTED) {
    const isWaiting = random() < WAITING;
    const about = { person: reporter.person, photo };
    const since = Math.max(reporter.at.getTime(), at.getTime()) + MINUTE_MS;
    const recently = now.getTime() - random() * DECIDED_WITHIN * HOUR_MS;
    const reportedAt = isWaiting
      ? new Date(Math.max(Math.min(since, now.getTime()), recently))
      : later(random, reporter.at, at, reporter.until, now);
    scenes.push({ kind: 'complain', ...about, ...complaint(random), at: reportedAt });
    if (!isWaiting)
      scenes.push({
        kind: 'dismiss',
        ...about,
        at: soonAfter(reportedAt, random() * DECIDED_WITHIN * HOUR_MS),
      });
  }
  return scenes;
}

/** Sometimes the author of the post answers a comment, and sometimes the commenter has the last word. */
function planReplies(
  random: () => number,
  said: Say,
  others: readonly Member[],
  author: Member | undefined,
  now: Date,
): Say[] {
  const chance = random();
  if (!author || chance < 0.4) return [];
  const answer = answerOf(
    said,
    author,
    reply(random, said.text),
    later(random, author.at, said.at, author.until, now),
  );
  const commenter = others.find(({ person }) => person === said.person);
  if (chance < 0.8 || !commenter) return [answer];
  return [
    answer,
    answerOf(
      answer,
      commenter,
      lastWord(random),
      later(random, commenter.at, answer.at, commenter.until, now),
    ),
  ];
}

function answerOf({ photo, comment: parent }: Say, { person }: Member, text: string, at: Date): Say {
  return { kind: 'say', person, photo, comment: `${parent}.0`, parent, text, at };
}

/** A random moment after both and, if there is time, until a person leaves; more likely early, and never after `now`. */
function later(random: () => number, one: Date, other: Date, until: Date, now: Date): Date {
  const begin = Math.min(Math.max(one.getTime(), other.getTime()) + MINUTE_MS, now.getTime());
  const end = Math.max(begin, until.getTime());
  return new Date(begin + (end - begin) * random() ** 5);
}
