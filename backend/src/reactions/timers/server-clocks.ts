import type { Clock } from '../../kernel/clock.js';

/** What has a clock of its own: the server of the log, or that of the documents. */
export interface Timed {
  /** As messages say it: 'the event log'. */
  readonly name: string;
  /** The time on its clock; null if it has the clock of this process. */
  serverTime(): Promise<Date | null>;
}

const TOLERANCE_MS = 60_000;

export class ServerClocks {
  constructor(
    private readonly clock: Clock,
    private readonly servers: readonly Timed[],
  ) {}

  /** Which clock differs by more than a minute, and by how much, or cannot be read; null if all agree. */
  async disagreement(): Promise<string | null> {
    const found = await Promise.all(this.servers.map((server) => this.differenceOf(server)));
    return found.find((difference) => difference !== null) ?? null;
  }

  private async differenceOf(server: Timed): Promise<string | null> {
    const before = this.clock.now().getTime();
    try {
      const time = await server.serverTime();
      if (time === null) return null;
      // The server read its clock on the way: half of the round trip ago.
      const here = (before + this.clock.now().getTime()) / 2;
      const ahead = time.getTime() - here;
      if (Math.abs(ahead) <= TOLERANCE_MS) return null;
      const seconds = Math.round(Math.abs(ahead) / 1000);
      return `the clock of ${server.name} is ${seconds} seconds ${ahead > 0 ? 'ahead of' : 'behind'} that of this server`;
    } catch (error) {
      return `the clock of ${server.name} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
}
