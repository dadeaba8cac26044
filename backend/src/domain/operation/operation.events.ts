import { type EventsOf, event } from '../../kernel/event.js';
import { type TypeOf, id, named, oneOf, text } from '../../kernel/field.js';

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
export const Operation = named('Operation', oneOf(...OPERATIONS));
export type Operation = TypeOf<typeof Operation>;

export const operationEvents = {
  /** An owner asked for an operation on views, reactions, the quarantine or a closed week. It is done after this, and cannot be undone. */
  OperationRequested: event(
    {
      operationId: id,
      operation: Operation,
      /** The name of the view or reaction, the week, or what else it is done to. */
      target: text,
      /** In the words of the owner. */
      reason: text,
    },
    '{actor} asked to {operation|words} {target}.',
    {
      target: {
        by: 'operation',
        kinds: { recountWeek: 'week', throwAwayRecount: 'week', reopenWeek: 'week' },
      },
    },
  ),
};

export type OperationEvents = EventsOf<typeof operationEvents>;
