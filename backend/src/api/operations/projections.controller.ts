import { Body, HttpStatus, Param } from '@nestjs/common';
import { ActiveServices } from '../../kernel/active-requests.js';
import { type KnownProcess, Processes } from '../../kernel/processes.js';
import { ReasonRequest } from '../admin/admin.contract.js';
import { Route, Routes } from '../http/route.js';
import { KernelOverview, ProcessList, RetryResult, ViewDetails } from './projections.contract.js';
import { KernelOverviews } from './kernel-overviews.service.js';
import { Operations } from './operations.service.js';

const OF_VIEW = {
  answer: ViewDetails,
  errors: { 404: 'There is no such view.', 409: 'It cannot be done as things are.' },
} as const;

/** The views, reactions and events in quarantine, and what owners do about them. Errors may quote addresses, which are masked. */
@Routes('back office', 'api/rtm-sys', { who: ['owner'] })
export class ProjectionsController {
  private readonly operations: Operations;
  private readonly overviews: KernelOverviews;

  constructor(
    operations: Operations,
    overviews: KernelOverviews,
    active: ActiveServices,
    private readonly processes: Processes,
  ) {
    this.operations = active.of('operations', operations);
    this.overviews = active.of('overviews', overviews);
  }

  @Route('GET', 'projections', {
    summary: 'The state of all views, of the reactions and of the quarantine.',
    answer: KernelOverview,
  })
  listProjections(): Promise<KernelOverview> {
    return this.overviews.all();
  }

  @Route('GET', 'processes', { summary: 'The processes of the site.', answer: ProcessList })
  listProcesses(): ProcessList {
    const processes = this.processes.known();
    return { processes: processes.map(shownProcess) };
  }

  @Route('GET', 'projections/:name', {
    summary: 'A view, with its parked documents and its build.',
    answer: ViewDetails,
    errors: { 404: 'There is no such view.' },
  })
  showProjection(@Param('name') name: string): Promise<ViewDetails> {
    return this.overviews.view(name);
  }

  @Route('POST', 'projections/:name/rebuild', {
    ...OF_VIEW,
    asksAgain: true,
    summary: 'Starts to build a view beside the live one, and to compare both.',
    description: 'Queries read the build after a switch only. A view has one build at a time.',
    status: HttpStatus.ACCEPTED,
  })
  rebuildProjection(@Param('name') name: string, @Body() { reason }: ReasonRequest): Promise<ViewDetails> {
    return this.after(name, this.operations.rebuild(name, reason));
  }

  @Route('POST', 'projections/:name/throw-away', {
    ...OF_VIEW,
    asksAgain: true,
    summary: 'Stops the build of a view, or throws it away once it is complete.',
  })
  throwAwayBuild(@Param('name') name: string, @Body() { reason }: ReasonRequest): Promise<ViewDetails> {
    return this.after(name, this.operations.throwAway(name, reason));
  }

  @Route('POST', 'projections/:name/switch', {
    ...OF_VIEW,
    asksAgain: true,
    summary: 'Lets queries read the complete build of a view. The generation before is kept for a rollback.',
  })
  switchProjection(@Param('name') name: string, @Body() { reason }: ReasonRequest): Promise<ViewDetails> {
    return this.after(name, this.operations.switch(name, reason));
  }

  @Route('POST', 'projections/:name/roll-back', {
    ...OF_VIEW,
    asksAgain: true,
    summary: 'Lets queries read the generation before. Throws an open build of the view away.',
  })
  rollBackProjection(@Param('name') name: string, @Body() { reason }: ReasonRequest): Promise<ViewDetails> {
    return this.after(name, this.operations.rollBack(name, reason));
  }

  @Route('POST', 'reactions/:name/retry', {
    asksAgain: true,
    summary: 'Retries at once the waiting and parked events of a reaction.',
    answer: RetryResult,
    errors: { 404: 'There is no such reaction.' },
  })
  retryReaction(@Param('name') name: string, @Body() { reason }: ReasonRequest): Promise<RetryResult> {
    return this.operations.retryReaction(name, reason);
  }

  @Route('POST', 'quarantine/retry', {
    asksAgain: true,
    summary: 'Decodes the events in quarantine again, and rebuilds the views of those that can be decoded.',
    answer: RetryResult,
  })
  retryQuarantine(@Body() { reason }: ReasonRequest): Promise<RetryResult> {
    return this.operations.retryQuarantine(reason);
  }

  private async after(name: string, operation: Promise<void>): Promise<ViewDetails> {
    await operation;
    return this.showProjection(name);
  }
}

function shownProcess(known: KnownProcess): ProcessList['processes'][number] {
  const { id, role, isActive, place, version, startedAt, isLive, silentMs } = known;
  const silentSeconds = Math.round(silentMs / 1000);
  return { id, role, isActive, place, version, startedAt, isLive, silentSeconds };
}
