/** Called with the part of a step that is done, from 0 to 1. */
export type OnProgress = (part: number) => void;

/** Runs the steps of a start, with the patience of this program for servers that are slow. */
export abstract class StartSteps {
  /**
   * Takes a step; repeats it while a server does not answer, so it must be idempotent.
   * @param step what is being done, for operators
   */
  abstract take<Result>(step: string, work: (onProgress: OnProgress) => Promise<Result>): Promise<Result>;
}
