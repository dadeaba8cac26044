import * as v from 'valibot';

const text = v.pipe(v.string(), v.nonEmpty());

const schema = v.object({
  imageUrl: text,
  imageHash: text,
  averageRating: text,
  toeAlignment: text,
  toeNails: text,
  footShape: text,
  aesthetic: text,
  aiComment: v.string(),
});

/** A rating that its owner wants to publish as soon as they may: the eight fields that publishing asks for. */
export type PendingRating = v.InferOutput<typeof schema>;

/** Reads a pending rating from its JSON; undefined when one of the eight fields is missing or no text. */
export function parsePendingRating(json: string): PendingRating | undefined {
  try {
    const result = v.safeParse(schema, JSON.parse(json));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}

/** Only the eight fields of anything that has them. */
export function toPendingRating(rating: PendingRating): PendingRating {
  return v.parse(schema, rating);
}
