import { List, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import type { ParkedDocument } from '../../kernel/document-store.js';
import type { BuildProgress } from '../../kernel/views/build-views.js';
import type { ViewHealth } from '../../kernel/views/running-view.js';

class ShownProgress implements BuildProgress {
  @Whole('How far it is in the event log.') readonly position!: number;
  @Whole('The number of events up to there.') readonly events!: number;
}

/** A view: what it shows and how far it is. */
export class ViewStatus {
  @Text() readonly name!: string;
  @Whole('Of the projection of this program.') readonly version!: number;
  @Maybe(Text, { about: 'Which build queries read; null if there is none.', example: 'v2-1' })
  readonly generation!: string | null;
  @OneOf(['live', 'building', 'failed']) readonly state!: ViewHealth['state'];
  @Whole() readonly position!: number;
  @Maybe(Whole, 'How far it is behind the log, in positions; null if the log does not answer.')
  readonly lag!: number | null;
  @Whole('The events of the log that it takes per second, on average over 10 seconds.')
  readonly eventsPerSecond!: number;
  @Maybe(Whole, 'Of the generation with its indexes, in bytes; null if it is unknown.')
  readonly size!: number | null;
  @Whole('The number of parked documents.') readonly parked!: number;
  @Whole('How many of its events are in quarantine.') readonly quarantined!: number;
  @Maybe(Text, 'Why it cannot take the events of the log, or why its last build failed.')
  readonly error!: string | null;
  @Maybe(Part(() => ShownProgress), 'Of the running build; null if there is none.')
  readonly progress!: BuildProgress | null;
}

/** A document whose fold failed. Its later events are skipped until the view is rebuilt. */
class ShownParkedDocument implements ParkedDocument {
  @Text() readonly documentId!: string;
  @Whole('Of the event.') readonly position!: number;
  @Text() readonly eventType!: string;
  @Text() readonly error!: string;
}

export class ViewDetails extends ViewStatus {
  @Maybe(Whole, 'The position of the last event of the log; null if it does not answer.')
  readonly head!: number | null;
  @Maybe(Text, 'The generation before, for a rollback; null if there is none.')
  readonly previous!: string | null;
  @List(() => ShownParkedDocument, 'The first 100.') readonly parkedDocuments!: readonly ParkedDocument[];
}

/** A reaction: how far it is, and what it could not handle yet. */
export class ReactionStatus {
  @Text() readonly name!: string;
  @Whole() readonly position!: number;
  @Maybe(Whole, 'How far it is behind the log, in positions; null if the log does not answer.')
  readonly lag!: number | null;
  @Maybe(Text, 'Why it is paused; null while it runs.') readonly error!: string | null;
  @Whole('Events that are retried by themselves, and those that queue behind them.')
  readonly waiting!: number;
  @Whole('Events that are retried on demand only, and those that queue behind them.')
  readonly parked!: number;
}

/** An event that a reaction could not handle, or that queues behind one. */
class UnfinishedEvent {
  @Text() readonly reaction!: string;
  @Text() readonly id!: string;
  @Text() readonly type!: string;
  @Text() readonly stream!: string;
  @Whole() readonly position!: number;
  @Whole('How often it was tried; 0 if it queues or cannot be decoded.') readonly tries!: number;
  @Maybe(Text, 'Why the last try failed; null if it queues.') readonly reason!: string | null;
  @When() readonly since!: string;
  @Maybe(When, 'When it is tried again; null while it is parked.') readonly dueAt!: string | null;
}

/** An event that cannot be decoded. */
class QuarantinedEvent {
  @Text() readonly id!: string;
  @Text() readonly type!: string;
  @Text() readonly stream!: string;
  @Whole() readonly position!: number;
  @Text() readonly reason!: string;
  @When() readonly since!: string;
}

/** The state of the log, the views, the reactions and the quarantine. */
export class KernelOverview {
  @Maybe(Whole, 'The position of the last event of the log; null if it does not answer.')
  readonly head!: number | null;
  @List(() => ViewStatus) readonly views!: readonly ViewStatus[];
  @List(() => ReactionStatus) readonly reactions!: readonly ReactionStatus[];
  @List(() => UnfinishedEvent, 'Of all reactions: the first 50 of each.')
  readonly unfinished!: readonly UnfinishedEvent[];
  @List(() => QuarantinedEvent, 'The first 100.') readonly quarantine!: readonly QuarantinedEvent[];
  @Whole('How many events are in quarantine.') readonly quarantined!: number;
}
