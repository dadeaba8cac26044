/** Whether weeks close automatically in this process. */
export class ClosingState {
  /** Why not; null if they do. */
  stopped: string | null = null;
}
