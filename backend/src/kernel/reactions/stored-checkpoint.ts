import type { KernelStore } from '../kernel-store.js';

/** Another process has moved the checkpoint, so it runs the reaction. */
export class CheckpointTakenError extends Error {
  override readonly name = 'CheckpointTakenError';
}

/** The stored checkpoint of a reaction. Only one process moves it. */
export class StoredCheckpoint {
  /** Where it may be, because the answer to a move was lost. */
  private readonly unsure = new Set<number>();

  constructor(
    private readonly kernel: Pick<KernelStore, 'checkpoint' | 'moveCheckpoint'>,
    private readonly name: string,
    private stored: number,
  ) {}

  get position(): number {
    return this.stored;
  }

  /** Moves it forward; one call at a time. @throws CheckpointTakenError, DocumentStoreUnavailableError */
  async moveTo(position: number): Promise<void> {
    while (this.stored < position) {
      if (await this.move(position)) this.stored = position;
      else {
        const found = await this.kernel.checkpoint(this.name);
        if (found === null || !this.unsure.has(found)) {
          throw new CheckpointTakenError(`another process has moved ${this.name} to ${String(found)}`);
        }
        this.stored = found;
      }
      this.unsure.clear();
    }
  }

  private async move(position: number): Promise<boolean> {
    try {
      return await this.kernel.moveCheckpoint(this.name, this.stored, position);
    } catch (error) {
      this.unsure.add(position);
      throw error;
    }
  }
}
