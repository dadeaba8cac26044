import type { AppealEvents } from './appeal.events.js';
import type { Decider } from '../moderation/decisions.js';

/** Appeal a decision, by the person whom it concerns. */
export type FileAppeal = AppealEvents['AppealFiled'] & { text: string };

/** Decide an appeal. */
export type DecideAppeal = {
  actId: string;
  adminId: string;
  decider: Decider;
  isGranted: boolean;
  note: string;
};
