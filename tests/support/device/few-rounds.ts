// A key that a password wraps costs 600,000 rounds (D2), most of the time of a test that signs in. Tests of other subjects
// derive it in a thousand rounds; tests that open a released version's copy, and the end-to-end tests in browsers, keep the
// product's number.
const FEW = 1_000;
const { subtle } = crypto;
// The prototype is used instead of the present property, because files share a thread and an earlier one has replaced the
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
