import { Command } from '../../kernel/aggregate.js';
import type { AppealEvents } from './appeal.events.js';
import type { Decider } from '../moderation/decisions.js';

/** Appeal a decision, by the person whom it concerns. */
export class FileAppeal extends Command<AppealEvents['AppealFiled'] & { text: string }> {}

/** Decide an appeal. */
export class DecideAppeal extends Command<{
  actId: string;
  adminId: string;
  decider: Decider;
  isGranted: boolean;
  note: string;
}> {}
