import { Injectable } from '@nestjs/common';

/** Whether this process, one of several, is about to stop. It still serves, so that its proxy can choose others. */
@Injectable()
export class Departure {
  hasBegun = false;
}
