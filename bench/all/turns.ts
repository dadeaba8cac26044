import { EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServerProcess, Watch } from '../server-process.js';

/** What the turns of a server's main thread were during some work. */
export interface Turns {
  /** How many took longer than 8 ms. */
  readonly long: number;
  readonly longestMs: number;
  /** How many collections of garbage took as long: a turn may contain one. */
  readonly longCollections: number;
}

/** Counts the turns of one server that is started with its `watch`. */
export class TurnCounter {
  private readonly answers = new EventEmitter();
  readonly watch: Watch = {
    options: ['--import', fileURLToPath(new URL('./turns.watch.js', import.meta.url))],
    hear: (line) => {
      if (line.startsWith('turns ')) this.answers.emit('answer', JSON.parse(line.slice('turns '.length)));
    },
  };

  async during(server: ServerProcess, work: () => Promise<unknown>): Promise<Turns> {
    await this.ask(server);
    await work();
    return this.ask(server);
  }

  private async ask({ pid }: ServerProcess): Promise<Turns> {
    const answer = once(this.answers, 'answer');
    process.kill(pid, 'SIGUSR2');
    const [turns] = (await answer) as [Turns];
    return turns;
  }
}
