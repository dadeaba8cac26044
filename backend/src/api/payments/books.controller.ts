import { BadRequestException, Query } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { type Moved, PaymentMovementsReader } from '../../projections/payments/payment-movements.js';
import { csvFile } from '../http/admin-list.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { FILE, Route, Routes } from '../http/route.js';
import { BooksRequest } from './payments.requests.js';
import { DailySums } from './payments.responses.js';

/** All movements of these days are read for the sums. */
const MOST_DAYS = 92;
const DAY_MS = 86_400_000;

const COLUMNS = {
  date: (moved: Moved) => moved.at,
  reference: (moved: Moved) => moved.reference,
  kind: (moved: Moved) => moved.kind,
  movement: (moved: Moved) => moved.type,
  amountInMajorUnits: ({ amount, currency }: Moved) => ({ amount, currency }),
  currency: (moved: Moved) => moved.currency.toUpperCase(),
  stripeId: (moved: Moved) => moved.stripeId,
};

/** What moved, for bookkeeping. */
@Routes('back office', 'api/rtm-sys/payments', { who: ['finance', 'owner'] })
export class BooksController {
  constructor(private readonly movements: PaymentMovementsReader) {}

  @Route('GET', 'daily-sums', {
    summary: 'What moved on each day, by currency, the newest day first.',
    answer: [DailySums],
  })
  async dailySums(@Query() { from, to }: BooksRequest): Promise<readonly DailySums[]> {
    if (Date.parse(to) - Date.parse(from) >= MOST_DAYS * DAY_MS) {
      throw new BadRequestException(`There are at most ${MOST_DAYS} days from \`from\` to \`to\`.`);
    }
    return this.movements.daySums(from, to);
  }

  @Route('GET', 'bookkeeping', {
    summary: 'Every movement of money as a line of a CSV file, oldest first.',
    description:
      'Amounts are decimal, in the major unit of their currency (dollars, yen); what left us is negative. The date is when the event log recorded it.',
    answer: FILE,
  })
  @ApiProduces('text/csv')
  bookkeeping(@Query() { from, to }: BooksRequest): GeneratedFile {
    return csvFile(`bookkeeping-${from}-${to}`, COLUMNS, this.movements.pages(from, to));
  }
}
