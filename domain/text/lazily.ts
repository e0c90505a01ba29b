/**
 * Creates a value at its first use and keeps it: creating an Intl format takes 10 ms on a slow tablet, and most pages start
 * without it.
 */
export function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
