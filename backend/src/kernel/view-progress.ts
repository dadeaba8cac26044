/** How far this process's views have come. */
export abstract class ViewProgress {
  /**
   * Resolves when every live view has handled `position`, or after `milliseconds`, whichever comes first; answers whether
   * they have. A view of an older version, which stands in while its successor is built, is not waited for: this is for
   * whoever only shows what there is. Whoever decides on views asks {@link seen}.
   */
  abstract reached(position: number, milliseconds: number): Promise<boolean>;

  /**
   * Resolves when queries of each of `views` read everything up to `position`, or after `milliseconds`, whichever comes
   * first; answers whether they do. They never do while a view of an older version stands in.
   */
  abstract seen(views: readonly string[], position: number, milliseconds: number): Promise<boolean>;
}
