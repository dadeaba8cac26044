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

const THOUGHTS = [
  '.',
  ' – where was this?',
  '. It looks like the start of a holiday.',
  '. I can almost hear the birds.',
  '. Did you take it in the morning?',
  '. More of these, please!',
  '. Ten minutes of sun would do me good too.',
  '. Now I want to go for a walk.',
  '. Ready for a long hike, I would say.',
  '. That would look good on a postcard.',
  '. You have a steady hand.',
  '. It was worth waiting for the light.',
] as const;

const ANSWERS = [
  'Thank you',
  'That is kind of you',
  'Glad you like it',
  'Oh, thanks',
  'I was hoping somebody would notice',
  'Well spotted',
  'I think so too',
  'True',
] as const;

const ADDITIONS = [
  '!',
  ' – it was an early start.',
  '. It was pure luck with the light.',
  '. I took about twenty before this one.',
  '. The weather did most of the work.',
  '. Next time I will try it from the other side.',
  '. It is a spot around the corner from here.',
  '. A friend showed me how.',
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
  return pick(random, IMPRESSIONS) + pick(random, THOUGHTS);
}

/** A friendly reply to a comment; `random` selects one of more than 60. */
export function reply(random: () => number): string {
  return pick(random, ANSWERS) + pick(random, ADDITIONS);
}

export function complaint(random: () => number): Complaint {
  return pick(random, COMPLAINTS);
}

export const ALL_PHRASES: readonly string[] = [
  ...IMPRESSIONS.flatMap((impression) => THOUGHTS.map((thought) => impression + thought)),
  ...ANSWERS.flatMap((answer) => ADDITIONS.map((addition) => answer + addition)),
];
