import { type TypeOf, named, oneOf } from '../../kernel/field.js';

/** A reason for a decision, as moderators choose it and people are told. */
export interface Reason {
  readonly label: string;
  /** The section of the Terms of Service that has the rule. */
  readonly section: number;
  /** How much harm it does to leave it: 0 for none, 3 for the most. Reviews with more harm come first. */
  readonly harm: 0 | 1 | 2 | 3;
  /** The time from a report or flag to a decision, in hours. */
  readonly targetHours: number;
}

/** The one table of reasons. The codes are in events; the rest may change. */
export const REASONS = {
  'not-feet': { label: 'Shows something other than feet', section: 5, harm: 0, targetHours: 72 },
  'not-theirs': { label: 'Uses a photo of another person', section: 5, harm: 1, targetHours: 48 },
  identifies: { label: 'Shows a face or identifies a person', section: 5, harm: 2, targetHours: 12 },
  explicit: { label: 'Nudity or sexual content', section: 5, harm: 3, targetHours: 4 },
  violent: { label: 'Violence or unlawful content', section: 5, harm: 3, targetHours: 4 },
  minor: { label: 'Shows a person under 18', section: 2, harm: 3, targetHours: 1 },
  spam: { label: 'Advertising or spam', section: 6, harm: 0, targetHours: 72 },
  abuse: { label: 'Insults or harassment', section: 6, harm: 2, targetHours: 24 },
  quality: { label: 'Shows too little to be recognized', section: 5, harm: 0, targetHours: 72 },
  other: { label: 'Another reason', section: 11, harm: 1, targetHours: 48 },
} as const satisfies Readonly<Record<string, Reason>>;

/** The codes of all reasons, in the order in which they are offered. */
export const REASON_CODES = Object.keys(REASONS) as readonly (keyof typeof REASONS)[];

export const ReasonCode = named('ReasonCode', oneOf(...REASON_CODES));
export type ReasonCode = TypeOf<typeof ReasonCode>;

/** What a decision says about its reason. */
export interface GivenReason {
  readonly reason: ReasonCode;
  /** For the person concerned, in the words of the moderator. It may be empty, except for the reason `other`. */
  readonly note: string;
}

/** In characters; an emoji counts as one. */
export const LONGEST_NOTE = 500;
