import type { ReportCategory } from '../domain/report/report.js';
import { pick } from './drawing/random.js';

const IMPRESSIONS = [
  'What a calm picture',
  'The light here is lovely',
  'Such clear colours',
  'This made me smile',
  'A very relaxed scene',
  'Nicely framed',
  'The shadows are beautiful',
  'Sharp from front to back',
  'What a cosy corner',
  'That looks like a good day',
  'Simple and well done',
  'I like the background',
  'The colours go so well together',
  'Good eye for the small things',
] as const;

/** How a comment goes on, and what the author of the post can say to that. */
const THOUGHTS: readonly [[string, string], ...[string, string][]] = [
  [' – where was this?', 'It is a spot around the corner from here.'],
  ['. It looks like the start of a holiday.', 'It was the second day of one, and far too short.'],
  ['. I can almost hear the birds.', 'There was a blackbird, in fact.'],
  ['. Did you take it in the morning?', 'I did, it was an early start.'],
  ['. More of these, please!', 'The next one is on its way.'],
  ['. Ten minutes of sun would do me good too.', 'I can only recommend it.'],
  ['. Now I want to go for a walk.', 'Take good shoes, or none.'],
  ['. Ready for a long hike, I would say.', 'They want a rest first.'],
  ['. That would look good on a postcard.', 'A friend said the same.'],
  ['. You have a steady hand.', 'I took about twenty before this one.'],
  ['. It was worth waiting for the light.', 'It was pure luck, to be honest.'],
  // Last, as the others end like it.
  ['.', 'The weather did most of the work.'],
];

const THANKS = [
  'Thank you!',
  'That is kind of you.',
  'Glad you like it.',
  'Oh, thanks!',
  'Many thanks!',
] as const;

const LAST_WORDS = [
  'Good to know!',
  'That makes it even better.',
  'I will look out for your next one.',
  'Ha, I thought so.',
  'Then enjoy the rest of the day.',
] as const;

interface Complaint {
  readonly category: ReportCategory;
  readonly text: string;
}

const COMPLAINTS: readonly [Complaint, ...Complaint[]] = [
  { category: 'not-feet', text: 'I see more carpet than feet here.' },
  { category: 'other', text: 'It is too dark to tell what this is.' },
  { category: 'not-theirs', text: 'I think this picture is from a catalogue.' },
  { category: 'identifies', text: 'There is a reflection in the window behind.' },
  { category: 'spam', text: 'The towel carries the name of a shop.' },
];

/** A friendly comment on a photo; `random` selects one of more than 150. */
export function comment(random: () => number): string {
  return pick(random, IMPRESSIONS) + pick(random, THOUGHTS)[0];
}

/** What the author of a post says to such a comment; `random` selects one of five. */
export function reply(random: () => number, said: string): string {
  const [, answer = ''] = THOUGHTS.find(([thought]) => said.endsWith(thought)) ?? [];
  return `${pick(random, THANKS)} ${answer}`;
}

/** What the commenter says to that. */
export function lastWord(random: () => number): string {
  return pick(random, LAST_WORDS);
}

export function complaint(random: () => number): Complaint {
  return pick(random, COMPLAINTS);
}

export const ALL_PHRASES: readonly string[] = [
  ...IMPRESSIONS.flatMap((impression) => THOUGHTS.map(([thought]) => impression + thought)),
  ...THANKS.flatMap((thanks) => THOUGHTS.map(([, answer]) => `${thanks} ${answer}`)),
  ...LAST_WORDS,
];
