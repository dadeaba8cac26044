import { Steps } from '../../src/kernel/steps.js';

/** What tests wait for at the moment: one that ends by its limit says so. */
export const waitedFor = new Set<string>();

/** The pauses and deadlines that no test has let pass. */
export const heldTimes = new Set<{ readonly name: string | null }>();

/** Waits for something that happens. @param what names it, in case it does not */
export async function waited<Result>(what: string, event: Promise<Result>): Promise<Result> {
  waitedFor.add(what);
  try {
    return await event;
  } finally {
    waitedFor.delete(what);
  }
}

/** Lets a test wait until what its doubles report makes a condition true. */
export class News {
  private readonly steps = new Steps();

  /** Reports that something has happened. */
  readonly tell = (): void => this.steps.step();

  async until(what: string, holds: () => boolean): Promise<void> {
    await waited(what, this.steps.until(holds));
  }
}

/** A list of what happened, whose length a test can wait for. */
export class Noted<Item> extends Array<Item> {
  /** Not among its properties, so that it equals an array with its items. */
  readonly #news = new News();

  /** Of the lists that are made from it. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  override push(...items: Item[]): number {
    const length = super.push(...items);
    this.#news.tell();
    return length;
  }

  /** Waits until it has so many items. */
  atLeast(count: number, what = `item ${count}`): Promise<void> {
    return this.#news.until(what, () => this.length >= count);
  }

  /** Waits until it has an item like this. */
  one(what: string, is: (item: Item) => boolean): Promise<void> {
    return this.#news.until(what, () => this.some(is));
  }
}
