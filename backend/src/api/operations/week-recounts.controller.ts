import { Body, Param } from '@nestjs/common';
import { Route, Routes } from '../http/route.js';
import { LatestRecount, ReopenWeekRequest } from './week-recounts.responses.js';
import { WeekRecounts } from './week-recounts.service.js';

/** The archives of closed weeks, which are made of events. */
@Routes('back office', 'api/rtm-sys/weeks', { who: ['owner'] })
export class WeekRecountsController {
  constructor(private readonly recounts: WeekRecounts) {}

  @Route('GET', 'recount', {
    summary: 'The archive of the latest closed week, compared with what a new closing would record.',
    answer: LatestRecount,
  })
  async recountWeek(): Promise<LatestRecount> {
    return { recount: await this.recounts.compare() };
  }

  @Route('POST', ':week/reopen', {
    asksAgain: true,
    summary: 'Opens the latest closed week again. The server then closes it once more.',
    errors: { 409: 'It is not the latest closed week, or has another closing by now.' },
  })
  async reopenWeek(
    @Param('week') week: string,
    @Body() { closing, reason }: ReopenWeekRequest,
  ): Promise<void> {
    await this.recounts.reopen(week, closing, reason);
  }
}
