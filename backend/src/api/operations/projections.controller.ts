import { Param } from '@nestjs/common';
import { Route, Routes } from '../http/route.js';
import { KernelOverviews } from './kernel-overview.service.js';
import { KernelOverview, ViewDetails } from './operations.responses.js';

/** The views, and the reactions beside them. */
@Routes('back office', 'api/rtm-sys/projections', { who: ['owner'] })
export class ProjectionsController {
  constructor(private readonly overviews: KernelOverviews) {}

  @Route('GET', '', {
    summary: 'The state of all views, of the reactions and of the quarantine.',
    answer: KernelOverview,
  })
  listProjections(): Promise<KernelOverview> {
    return this.overviews.all();
  }

  @Route('GET', ':name', {
    summary: 'A view, with its parked documents.',
    answer: ViewDetails,
    errors: { 404: 'There is no such view.' },
  })
  showProjection(@Param('name') name: string): Promise<ViewDetails> {
    return this.overviews.view(name);
  }
}
