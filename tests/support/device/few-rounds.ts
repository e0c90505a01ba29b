// Deriving a key from a password takes 600,000 rounds (D2), most of the time of a test that signs in. Most tests therefore use
// a thousand rounds. The product's number stays in tests that open a released version's key backup, and in the end-to-end
// tests.
const FEW = 1_000;
const { subtle } = crypto;
// The original method comes from the prototype: test files share a thread, and an earlier file has already replaced the
// property.
const prototype: SubtleCrypto = Object.getPrototypeOf(subtle);
const derive = prototype.deriveKey.bind(subtle);

Object.defineProperty(subtle, 'deriveKey', {
  configurable: true,
  value: ((algorithm, ...rest) => {
    const isByRounds = typeof algorithm === 'object' && 'iterations' in algorithm;
    return derive(isByRounds ? { ...algorithm, iterations: FEW } : algorithm, ...rest);
  }) satisfies typeof derive,
});

/** Restores the product's number of rounds, for a test that opens data written by a released version. */
export const deriveAsReleased = (): void => {
  Object.defineProperty(subtle, 'deriveKey', { configurable: true, value: derive });
};
