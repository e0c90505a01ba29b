/**
 * Returns a function that creates a value at its first call and then returns the same value. Creating an Intl format takes 10
 * ms on a slow tablet, and most pages do not need one at the start.
 */
export function lazyValue<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
