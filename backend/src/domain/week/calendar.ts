/** The time zone that weeks are counted in, an IANA name. */
export class Calendar {
  constructor(readonly timeZone: string) {}
}
