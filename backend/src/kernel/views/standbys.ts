import type { Following } from './running-view.js';

/** The generations before the live ones that still follow the log, for a rollback at once: one per view. */
export class Standbys {
  private readonly standbys = new Map<string, Following>();

  /** Call {@link close} before, if the view may have one. */
  keep(name: string, standby: Following): void {
    this.standbys.set(name, standby);
  }

  /** The standby of a view if it is this generation. The caller then owns it. */
  take(name: string, generation: string): Following | null {
    const standby = this.standbys.get(name);
    if (standby?.fold.generation !== generation) return null;
    this.standbys.delete(name);
    return standby;
  }

  async close(name: string): Promise<void> {
    const standby = this.standbys.get(name);
    this.standbys.delete(name);
    await standby?.subscription.close();
    await standby?.fold.view.close();
  }

  async closeAll(): Promise<void> {
    for (const name of this.standbys.keys()) await this.close(name);
  }
}
