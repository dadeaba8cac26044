import type { ViewBuild } from './view-build.js';

/** The number of pages that wait before they are written. A document that changes again in this time is written once. */
const PAGES_KEPT = 64;
/** The number of pages that are written at the same time. */
const PAGES_UNDER_WAY = 8;

/** Writes and evicts the pages of all views under construction, oldest first, within a memory limit. */
export class PageWriter {
  /** The page that is written next, and the one that is evicted next. */
  private toWrite = 0;
  private toForget = 0;
  private underWay: Promise<void>[] = [];
  private landed = 0;
  private failure: { readonly error: unknown } | null = null;

  constructor(
    private readonly views: readonly ViewBuild[],
    private readonly cacheBytes: number,
  ) {}

  /** The approximate size of all cached documents, in bytes. */
  get cachedBytes(): number {
    return this.views.reduce((sum, view) => sum + view.cachedBytes, 0);
  }

  /** Call it after each folded page. Writes old pages and evicts pages above the memory limit. @throws the error of a failed write */
  async ended(page: number): Promise<void> {
    this.assertWhole();
    while (this.toWrite <= page - PAGES_KEPT && this.pending < PAGES_UNDER_WAY) this.writeNext();
    while (this.cachedBytes > this.cacheBytes && this.toForget <= page) {
      if (this.toForget === this.toWrite) this.writeNext();
      await this.landing(this.toForget);
      for (const view of this.views) view.forget(this.toForget);
      this.toForget += 1;
    }
  }

  /** Writes all pages up to this one. @throws the error of a failed write */
  async drain(page: number): Promise<void> {
    while (this.toWrite <= page) {
      await this.landing(this.toWrite - PAGES_UNDER_WAY);
      this.writeNext();
    }
    await this.landing(page);
  }

  private get pending(): number {
    return this.toWrite - this.landed;
  }

  private writeNext(): void {
    const page = this.toWrite;
    this.underWay.push(this.writePage(page));
    this.toWrite += 1;
  }

  private async writePage(page: number): Promise<void> {
    try {
      await Promise.all(this.views.map((view) => view.write(page)));
      this.landed += 1;
    } catch (error) {
      this.failure ??= { error };
    }
  }

  /** Waits until every page up to this one is written. */
  private async landing(page: number): Promise<void> {
    const first = this.toWrite - this.underWay.length;
    if (page >= first) await Promise.all(this.underWay.splice(0, page - first + 1));
    this.assertWhole();
  }

  private assertWhole(): void {
    if (this.failure) throw this.failure.error;
  }
}
