/** Made when it is first asked for, and kept: an Intl format takes a slow tablet 10 ms, and most pages begin without it. */
export function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
