import { BadRequestException, Query } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { Day, Amount, Text, Whole } from '../../contract/fields.js';
import {
  type Moved,
  PaymentMovementsReader,
  type DaySums,
} from '../../projections/payments/payment-movements.js';
import { csvFile } from '../http/admin-list.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { NotBefore, dayIn } from '../http/list-filters.js';
import { FILE, Route, Routes } from '../http/route.js';

/** What moved on a day, in the smallest unit of one currency. Money that came back to us is taken off. */
export class DailySums implements DaySums {
  @Text({ example: '2026-11-21', about: 'In UTC.' }) readonly day!: string;
  @Text({ example: 'usd' }) readonly currency!: string;
  @Whole('How many payments came in.') readonly payments!: number;
  @Amount() readonly paid!: number;
  @Amount() readonly refunded!: number;
  @Amount() readonly disputed!: number;
  @Amount('Paid, less what was refunded and disputed.') readonly net!: number;
}

/** The days whose movements of money are asked for. */
export class BooksRequest {
  @Day({ ...dayIn('From'), about: 'The first day, in UTC.' }) readonly from!: string;
  @NotBefore('from') @Day({ ...dayIn('To'), about: 'The last day.' }) readonly to!: string;
}

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
