import type { DecisionRequest } from './generated/schema.d.ts';

export type ReasonCode = DecisionRequest['reason'];

/** The reasons of a decision in words, as moderators choose them and people are told. */
export const decisionReasons: Readonly<Record<ReasonCode, string>> = {
  'not-feet': 'Shows something other than feet',
  'not-theirs': 'Uses a photo of another person',
  identifies: 'Shows a face or identifies a person',
  explicit: 'Nudity or sexual content',
  violent: 'Violence or unlawful content',
  minor: 'Shows a person under 18',
  spam: 'Advertising or spam',
  abuse: 'Insults or harassment',
  quality: 'Shows too little to be recognized',
  other: 'Another reason',
};

/** The codes of all reasons, in the order in which they are offered. */
export const reasonCodes = Object.keys(decisionReasons) as readonly ReasonCode[];
