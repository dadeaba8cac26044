import { FailedTryError } from './openai-client.js';
import { type CategoryScores, MAX_COMMENT_LENGTH } from './photo-judge.port.js';

/** The reasons that a judge can give. Each phrase continues "The photo …". */
const REASON_PHRASES = {
  face: 'shows a face',
  person: 'shows more of a person than feet',
  identifiable: 'shows something that identifies a person',
  nudity: 'shows nudity',
  explicit: 'has explicit content',
  violence: 'shows violence or an injury',
  child: 'may not show an adult',
  not_feet: 'does not show feet',
  unclear: 'is too unclear to judge',
} as const;

const CATEGORIES = ['toeAlignment', 'toeNails', 'footShape', 'aesthetic'] as const;
const score = { type: 'number', description: '0 to 10, one decimal' } as const;

/** The schema of the answer, in the subset of JSON Schema that strict structured output supports. */
export const ANSWER_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['verdict', 'reasons', 'scores', 'comment'],
  properties: {
    verdict: { type: 'string', enum: ['pass', 'review', 'refuse'] },
    reasons: { type: 'array', items: { type: 'string', enum: Object.keys(REASON_PHRASES) } },
    scores: {
      type: 'object',
      additionalProperties: false,
      required: [...CATEGORIES],
      properties: { toeAlignment: score, toeNails: score, footShape: score, aesthetic: score },
    },
    comment: { type: 'string', description: `at most ${MAX_COMMENT_LENGTH} characters` },
  },
} as const;

/** A validated answer; `reasons` are phrases that continue "The photo …". */
export type JudgeAnswer =
  | {
      readonly verdict: 'pass' | 'review';
      readonly reasons: string[];
      readonly scores: CategoryScores;
      readonly comment: string;
    }
  | { readonly verdict: 'refuse'; readonly reasons: string[] };

/**
 * Parses an answer and validates it against the schema and further rules: scores from 0 to 10, a comment of 1 to 280
 * characters, and reasons exactly when the photo does not pass. Rounds scores to one decimal; uses no defaults.
 * @throws FailedTryError when a value is missing or out of range
 */
export function readAnswer(text: string): JudgeAnswer {
  const answer = objectAt(parse(text), 'answer');
  const verdict = answer['verdict'];
  if (verdict !== 'pass' && verdict !== 'review' && verdict !== 'refuse') throw offSchema('verdict');
  const reasons = readReasons(answer['reasons']);
  if ((verdict === 'pass') !== (reasons.length === 0)) throw offSchema('reasons');
  if (verdict === 'refuse') return { verdict, reasons };
  return { verdict, reasons, scores: readScores(answer['scores']), comment: readComment(answer['comment']) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw offSchema('answer');
  }
}

function readReasons(value: unknown): string[] {
  if (!Array.isArray(value)) throw offSchema('reasons');
  const phrases = value.map((code: unknown) => {
    if (typeof code !== 'string' || !Object.hasOwn(REASON_PHRASES, code)) throw offSchema('reasons');
    return REASON_PHRASES[code as keyof typeof REASON_PHRASES];
  });
  return [...new Set(phrases)];
}

function readScores(value: unknown): CategoryScores {
  const scores = objectAt(value, 'scores');
  const read = (category: (typeof CATEGORIES)[number]): number => {
    const given = scores[category];
    if (typeof given !== 'number' || !(given >= 0 && given <= 10)) throw offSchema(`scores.${category}`);
    return Math.round(given * 10) / 10;
  };
  return {
    toeAlignment: read('toeAlignment'),
    toeNails: read('toeNails'),
    footShape: read('footShape'),
    aesthetic: read('aesthetic'),
  };
}

function readComment(value: unknown): string {
  const comment = typeof value === 'string' ? value.trim() : '';
  if (comment.length === 0 || comment.length > MAX_COMMENT_LENGTH) throw offSchema('comment');
  return comment;
}

function objectAt(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw offSchema(path);
  return value as Record<string, unknown>;
}

function offSchema(path: string): FailedTryError {
  return new FailedTryError(`the answer does not match the schema at ${path}`, true);
}
