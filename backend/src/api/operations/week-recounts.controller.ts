import { Body, HttpStatus, Param } from '@nestjs/common';
import { ReasonRequest } from '../admin/admin.contract.js';
import { Route, Routes } from '../http/route.js';
import { ClosedWeeks, PresentRecount, ReopenWeekRequest } from './week-recounts.contract.js';
import { WeekRecounts } from './week-recounts.service.js';

/** The archives of closed weeks, which are made of events, and recounts of them. */
@Routes('back office', 'api/rtm-sys/weeks', { who: ['owner'] })
export class WeekRecountsController {
  constructor(private readonly recounts: WeekRecounts) {}

  @Route('GET', '', { summary: 'The closed weeks.', answer: ClosedWeeks })
  async listClosedWeeks(): Promise<ClosedWeeks> {
    return { weeks: await this.recounts.closedWeeks() };
  }

  @Route('GET', 'recount', {
    summary: 'The recount of a closed week, compared with its archive.',
    answer: PresentRecount,
  })
  showRecount(): PresentRecount {
    return { recount: this.recounts.present() };
  }

  @Route('POST', ':week/recount', {
    asksAgain: true,
    summary: 'Starts to count a closed week again beside its archive, as of its closing.',
    description: 'Only events before its closing count. Nothing changes before it is accepted.',
    status: HttpStatus.ACCEPTED,
    answer: PresentRecount,
    errors: { 404: 'The week is not closed.', 409: 'Another recount waits for a decision, or runs.' },
  })
  async recountWeek(@Param('week') week: string, @Body() { reason }: ReasonRequest): Promise<PresentRecount> {
    return { recount: await this.recounts.begin(week, reason) };
  }

  @Route('POST', ':week/throw-away', {
    asksAgain: true,
    summary: 'Stops the recount of a week, or throws it away once it is ready.',
    errors: { 409: 'There is no recount of the week.' },
  })
  async throwAwayRecount(@Param('week') week: string, @Body() { reason }: ReasonRequest): Promise<void> {
    await this.recounts.throwAway(week, reason);
  }

  @Route('POST', ':week/reopen', {
    asksAgain: true,
    summary: 'Accepts the recount of a week: opens the week, and closes it with what was counted.',
    errors: {
      409: 'There is no recount that differs, an erasure has thrown it away, or the week was reopened meanwhile.',
    },
  })
  async reopenWeek(
    @Param('week') week: string,
    @Body() { closing, reason }: ReopenWeekRequest,
  ): Promise<void> {
    await this.recounts.accept(week, closing, reason);
  }
}
