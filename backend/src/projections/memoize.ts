/** Makes what is shown of documents once, as long as what else it is made of stays the same. */
export class Memoized<Made extends object> {
  private readonly known = new WeakMap<object, { readonly of: readonly unknown[]; readonly made: Made }>();

  /** @param of all that `make` uses besides the document */
  get(document: object, of: readonly unknown[], make: () => Made): Made {
    const before = this.known.get(document);
    if (before?.of.every((part, index) => part === of[index])) return before.made;
    const made = make();
    this.known.set(document, { of, made });
    return made;
  }
}
