import {
  type ActiveAnswer,
  type ActiveRequest,
  ActiveRequests,
  type RequestState,
} from '../../src/kernel/active-requests.js';

/** Requests in memory, which tests share between what stands for processes. */
export class MemoryRequests extends ActiveRequests {
  private readonly stored = new Map<string, RequestState & { readonly request: string }>();

  override async add(request: ActiveRequest): Promise<void> {
    if (this.stored.has(request.id)) return;
    this.stored.set(request.id, { runner: null, answer: null, request: JSON.stringify(request) });
  }

  override async state(id: string): Promise<RequestState | null> {
    const row = this.stored.get(id);
    return row ? { runner: row.runner, answer: row.answer } : null;
  }

  override async withdraw(id: string): Promise<boolean> {
    return this.stored.get(id)?.runner === null && this.stored.delete(id);
  }

  override async begin(runner: string, askers: readonly string[]): Promise<ActiveRequest | null> {
    for (const [id, row] of this.stored) {
      const request = JSON.parse(row.request) as ActiveRequest;
      if (row.runner !== null || !askers.includes(request.asker)) continue;
      this.stored.set(id, { ...row, runner });
      return request;
    }
    return null;
  }

  override async answer(id: string, answer: ActiveAnswer): Promise<void> {
    const row = this.stored.get(id);
    if (row) this.stored.set(id, { ...row, answer: JSON.parse(JSON.stringify(answer)) as ActiveAnswer });
  }
}
