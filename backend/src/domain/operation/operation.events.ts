import type { Catalogue } from '../../kernel/event.js';

/** What an owner does about the machinery in the back office. */
export const OPERATIONS = [
  'rebuildView',
  'throwAwayBuild',
  'switchView',
  'rollBackView',
  'retryReaction',
  'retryQuarantine',
  'recountWeek',
  'throwAwayRecount',
  'reopenWeek',
] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface OperationEvents {
  /** An owner asked for an operation on views, reactions, the quarantine or a closed week. It is done after this, and cannot be undone. */
  OperationRequested: {
    operationId: string;
    operation: Operation;
    /** The name of the view or reaction, the week, or what else it is done to. */
    target: string;
    /** In the words of the owner. */
    reason: string;
  };
}

export const operationEvents: Catalogue<OperationEvents> = {
  OperationRequested: {
    version: 1,
    trail: {
      says: '{actor} asked to {operation|words} {target}.',
      about: {
        target: {
          by: 'operation',
          kinds: { recountWeek: 'week', throwAwayRecount: 'week', reopenWeek: 'week' },
        },
      },
    },
  },
};
