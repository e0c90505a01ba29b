/**
 * Returns a function that creates a value at its first call and returns it at every call. Creating an Intl format takes 10 ms
 * on a slow tablet, and most pages need none at the start.
 */
export function createLazyGetter<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
