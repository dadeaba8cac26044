/** The time zone that decides when a week starts and ends, as an IANA name. */
export class Calendar {
  constructor(readonly timeZone: string) {}
}
