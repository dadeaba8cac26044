/** Makes a value when it is first read. The first formatter of `Intl` alone takes 30 ms of a page's start. */
export function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
