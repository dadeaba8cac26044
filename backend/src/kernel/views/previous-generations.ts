import type { Following } from './running-view.js';

/** The generations before the live ones that still follow the log, for a rollback at once: one per view. */
export class PreviousGenerations {
  private readonly previous = new Map<string, Following>();

  /** Call {@link close} before, if the view may have one. */
  keep(name: string, generationBefore: Following): void {
    this.previous.set(name, generationBefore);
  }

  /** The generation before of a view if it is this generation. The caller then owns it. */
  take(name: string, generation: string): Following | null {
    const generationBefore = this.previous.get(name);
    if (generationBefore?.fold.generation !== generation) return null;
    this.previous.delete(name);
    return generationBefore;
  }

  async close(name: string): Promise<void> {
    const generationBefore = this.previous.get(name);
    this.previous.delete(name);
    await generationBefore?.subscription.close();
    await generationBefore?.fold.view.close();
  }

  async closeAll(): Promise<void> {
    for (const name of this.previous.keys()) await this.close(name);
  }
}
