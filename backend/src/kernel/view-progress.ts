/** How far this process's views have come. */
export abstract class ViewProgress {
  /**
   * Resolves when every live view, or every live view that subscribes to one of these types of events, has handled
   * `position`, or after `milliseconds`; answers whether they have. A view of an older version, which stands in while
   * its successor is built, and a view that catches up are not waited for: this is for readers. For decisions there is
   * {@link seen}.
   */
  abstract reached(position: number, milliseconds: number, types?: readonly string[]): Promise<boolean>;

  /**
   * Resolves when queries of each of `views` read everything up to `position`, or after `milliseconds`, whichever comes
   * first; answers whether they do. They never do while a view of an older version stands in.
   */
  abstract seen(views: readonly string[], position: number, milliseconds: number): Promise<boolean>;
}
