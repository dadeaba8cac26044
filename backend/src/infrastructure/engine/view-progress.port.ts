/** How far this process's views have come. */
export abstract class ViewProgress {
  /**
   * Resolves when every live view has handled `position`, or after `milliseconds`, whichever comes first; answers whether
   * they have.
   */
  abstract reached(position: number, milliseconds: number): Promise<boolean>;

  /** Whether queries of the view read everything up to `position`: never while a view of an older version stands in. */
  abstract sees(view: string, position: number): boolean;
}
