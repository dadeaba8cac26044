import { comment, complaint, reply } from './phrases.js';
import { seededRandom, shuffled } from './random.js';
import type { Applaud, Complain, CrowdScene, Join, Publish, Rate, Say } from './scenes.js';

const MINUTE_MS = 60_000;
/** The maximum share of all people who rate a post, and who like it. */
const MOST_RATERS = 0.4;
const MOST_LIKERS = 0.35;
const MOST_COMMENTS = 6;
/** The share of posts that somebody reports. */
const REPORTED = 0.04;

/**
 * What people do at one post until `now`: few posts get much activity, most of it soon after publication. People and
 * actions depend on the seed only, so that playing the plan again later adds nothing.
 */
export function planCrowd(seed: number, post: Publish, joins: readonly Join[], now: Date): CrowdScene[] {
  const random = seededRandom(`${seed}/crowd/${post.photo}`);
  const others = shuffled(
    joins.filter(({ person }) => person !== post.person),
    random,
  );
  const after = (person: Join, moment: Date) => later(random, person.at, moment, now);
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
    ...planReports(seed, post, others, now),
  ];
}

/** A few posts are reported, so that the back office has something to decide. */
function planReports(seed: number, post: Publish, others: readonly Join[], now: Date): Complain[] {
  const random = seededRandom(`${seed}/reports/${post.photo}`);
  const reporter = others[Math.floor(random() * others.length)];
  if (!reporter || random() >= REPORTED) return [];
  const { photo } = post;
  const at = later(random, reporter.at, post.at, now);
  return [{ kind: 'complain', person: reporter.person, photo, ...complaint(random), at }];
}

/** Sometimes the author of the post answers a comment, and sometimes another person replies to that. */
function planReplies(
  random: () => number,
  said: Say,
  others: readonly Join[],
  author: Join | undefined,
  now: Date,
): Say[] {
  const chance = random();
  if (!author || chance < 0.4) return [];
  const answer = answerOf(random, said, author, now);
  const third = others[Math.floor(random() * others.length)];
  return chance < 0.8 || !third ? [answer] : [answer, answerOf(random, answer, third, now)];
}

function answerOf(random: () => number, said: Say, { person, at }: Join, now: Date): Say {
  return {
    kind: 'say',
    person,
    photo: said.photo,
    comment: `${said.comment}.0`,
    parent: said.comment,
    text: reply(random),
    at: later(random, at, said.at, now),
  };
}

/** A random moment after both, more likely early, and never after `now`. */
function later(random: () => number, one: Date, other: Date, now: Date): Date {
  const end = now.getTime();
  const begin = Math.min(Math.max(one.getTime(), other.getTime()) + MINUTE_MS, end);
  return new Date(begin + (end - begin) * random() ** 5);
}
