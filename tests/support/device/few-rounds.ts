// A key that a password wraps costs 600,000 rounds (D2), most of the time of whatever signs in. Tests that are about
// something else derive it in a thousand; what opens a released version's copy and the browsers' tests keep the product's number.
const FEW = 1_000;
const { subtle } = crypto;
// Not the present property: files share a thread, and an earlier one has replaced it.
const prototype: SubtleCrypto = Object.getPrototypeOf(subtle);
const derive = prototype.deriveKey.bind(subtle);

Object.defineProperty(subtle, 'deriveKey', {
  configurable: true,
  value: ((algorithm, ...rest) => {
    const isByRounds = typeof algorithm === 'object' && 'iterations' in algorithm;
    return derive(isByRounds ? { ...algorithm, iterations: FEW } : algorithm, ...rest);
  }) satisfies typeof derive,
});

/** For a test that opens what a released version has written. */
export const deriveAsReleased = (): void => {
  Object.defineProperty(subtle, 'deriveKey', { configurable: true, value: derive });
};
