import { Flag, List, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import { ALARMS, type Alarm, type AlarmName } from '../../kernel/alarms.js';
import type { ParkedDocument } from '../../kernel/document-store.js';
import type { Role } from '../../kernel/processes.js';
import type { BuildProgress } from '../../kernel/views/build-views.js';
import type { Trial } from '../../kernel/views/trial-builds.js';
import type { ViewHealth } from '../../kernel/views/running-view.js';

const TRIAL_STATES = ['waiting', 'building', 'comparing', 'ready', 'failed'] as const;

class ShownProgress implements BuildProgress {
  @Whole('How far it is in the event log.') readonly position!: number;
  @Whole('The number of events up to there.') readonly events!: number;
}

/** A view: what it shows and how far it is. */
export class ViewStatus {
  @Text() readonly name!: string;
  @Whole('Of the projection of this program.') readonly version!: number;
  @Maybe(Text, { about: 'The build that queries read; null before the first one.', example: 'v2-1' })
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
  @Maybe(Part(() => ShownProgress), 'Of the running build; null while none runs.')
  readonly progress!: BuildProgress | null;
  @Maybe(OneOf(TRIAL_STATES), 'Of the build on trial; null if none was started.')
  readonly trialState!: Trial['state'] | null;
}

/** A document whose fold failed. Its later events are skipped until the view is rebuilt. */
class ShownParkedDocument implements ParkedDocument {
  @Text() readonly documentId!: string;
  @Whole('Of the event.') readonly position!: number;
  @Text() readonly eventType!: string;
  @Text() readonly error!: string;
}

/** A field that two generations have otherwise, as text; null where a generation has no such document or field. */
export class ShownFieldDifference {
  @Text({ example: 'standing.rank' }) readonly field!: string;
  @Maybe(Text, 'Null if it is missing; `text` for a text that may be personal.')
  readonly live!: string | null;
  @Maybe(Text) readonly built!: string | null;
}

class DocumentDifference {
  @Text('Of the document.') readonly id!: string;
  @OneOf(['differs', 'only live', 'only built']) readonly kind!: 'differs' | 'only live' | 'only built';
  @List(() => ShownFieldDifference, 'The first 20 fields.') readonly fields!: readonly ShownFieldDifference[];
}

class ShownComparison {
  @Whole('How many were compared.') readonly documents!: number;
  @Whole('How many documents differ.') readonly differences!: number;
  @Whole('How many changed so often meanwhile that they could not be compared.') readonly unsettled!: number;
  @List(() => DocumentDifference, 'The first 200.') readonly listed!: readonly DocumentDifference[];
}

/** A build beside the live generation that queries do not read before it is accepted. */
class ShownTrial {
  @OneOf(TRIAL_STATES) readonly state!: Trial['state'];
  @Maybe(Text, 'Null while it waits for other builds.') readonly generation!: string | null;
  @Part(() => ShownProgress) readonly progress!: BuildProgress;
  @Whole('The events that it has folded per second; 0 before it begins.') readonly eventsPerSecond!: number;
  @Maybe(Whole, 'About how many seconds are left until it is compared; null if it is not being built.')
  readonly secondsLeft!: number | null;
  @Whole('How many documents are compared so far.') readonly compared!: number;
  @Maybe(Part(() => ShownComparison), 'Null before it is compared, and without a live view to compare with.')
  readonly comparison!: ShownComparison | null;
  @Maybe(Text, 'Why it failed; null otherwise.') readonly error!: string | null;
}

export class ViewDetails extends ViewStatus {
  @Maybe(Whole, 'The position of the last event of the log; null if it does not answer.')
  readonly head!: number | null;
  @Maybe(Text, 'The generation before, if it can be rolled back to.') readonly previous!: string | null;
  @Maybe(Part(() => ShownTrial), 'Null if none was started.') readonly trial!: ShownTrial | null;
  @List(() => ShownParkedDocument, 'The first 100.') readonly parkedDocuments!: readonly ParkedDocument[];
}

/** A reaction: how far it is, and what it could not handle yet. */
class ReactionStatus {
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

class ShownAlarm implements Alarm {
  @OneOf(Object.keys(ALARMS) as AlarmName[]) readonly name!: AlarmName;
  @Text('The view, reaction or job.') readonly about!: string;
  @Text() readonly problem!: string;
  @Flag('Whether it makes the status `degraded`; not where strangers can cause it.')
  readonly isDegrading!: boolean;
  @When() readonly since!: string;
  @Text('What an operator does about it.') readonly remedy!: string;
}

/** The state of the log, the views, the reactions and the quarantine. */
export class KernelOverview {
  @Maybe(Whole, 'The position of the last event of the log; null if it does not answer.')
  readonly head!: number | null;
  @Maybe(Text, 'What is wrong with the stored log, and what to do; null if nothing is known.')
  readonly damage!: string | null;
  @List(() => ShownAlarm, 'What stands still, and what fails again and again.')
  readonly alarms!: readonly Alarm[];
  @List(() => ViewStatus) readonly views!: readonly ViewStatus[];
  @List(() => ReactionStatus) readonly reactions!: readonly ReactionStatus[];
  @List(() => UnfinishedEvent, 'Of all reactions: the first 50 of each.')
  readonly unfinished!: readonly UnfinishedEvent[];
  @List(() => QuarantinedEvent, 'The first 100.') readonly quarantine!: readonly QuarantinedEvent[];
  @Whole('How many events are in quarantine.') readonly quarantined!: number;
}

/** A process of the site, as the one that answers sees it. */
class ShownProcess {
  @Text('Of its start.') readonly id!: string;
  @OneOf(['all', 'worker', 'web']) readonly role!: Role;
  @Flag('Whether it folds views and runs reactions.') readonly isActive!: boolean;
  @Text('Its data folder and host.') readonly place!: string;
  @Text('Of the program.') readonly version!: string;
  @When() readonly startedAt!: string;
  @Flag('Whether it has shown a sign of life in the last 10 seconds.') readonly isLive!: boolean;
  @Whole('How many seconds ago it has shown one.') readonly silentSeconds!: number;
}

/** The processes of the site. */
export class ProcessList {
  @List(
    () => ShownProcess,
    'Those of the last minute, the oldest first; none where only one process can run.',
  )
  readonly processes!: readonly ShownProcess[];
}

/** What a retry has done. */
export class RetryResult {
  @Whole('How many events were handled, or have left the quarantine.') readonly handled!: number;
  @Whole('How many wait, are parked or cannot be decoded.') readonly left!: number;
}
