import { reasons } from './generated/acts.ts';
import type { DecisionRequest } from './generated/schema.d.ts';

export type ReasonCode = DecisionRequest['reason'];

/** The reasons of a decision in words, as moderators choose them and people are told. */
export const decisionReasons: Readonly<Record<ReasonCode, string>> = reasons;

/** The codes of all reasons, in the order in which they are offered. */
export const reasonCodes = Object.keys(decisionReasons) as readonly ReasonCode[];

/** Whether this is the code of a reason. */
export function isReason(code: string | null): code is ReasonCode {
  return code !== null && code in decisionReasons;
}
