import type { DeadlineName } from './deadlines.js';

/** The progress of this process's views. */
export abstract class ViewProgress {
  /**
   * Waits until every live view has processed `position`, or only those that are not gathered and subscribe to `types`.
   * Returns true when they have, false when the deadline expires. It does not wait for views that are catching up, nor for an
   * older version that is shown during a rebuild. For reads only; decisions use {@link seen}.
   */
  abstract reached(
    position: number,
    deadline: DeadlineName,
    types?: readonly string[] | 'all',
  ): Promise<boolean>;

  /**
   * Waits until readers of each of `views` see all events up to `position`. Returns true when they do, false when
   * the deadline expires; without one it does not wait. Always false while an older version of one of them is shown.
   */
  abstract seen(views: readonly string[], position: number, deadline?: DeadlineName): Promise<boolean>;
}
