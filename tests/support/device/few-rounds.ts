// A sign-in derives a key from the password in 600,000 rounds (D2), which takes most of a test's time. Most tests therefore use
// a thousand. Tests that open a released version's key backup, and the end-to-end tests, use the product's number.
const FEW_ROUNDS = 1_000;
const { subtle } = crypto;
// The original method is read from the prototype. Test files share a thread, so an earlier file may have replaced the method on
// `subtle` already.
const subtleCryptoPrototype: SubtleCrypto = Object.getPrototypeOf(subtle);
const originalDeriveKey = subtleCryptoPrototype.deriveKey.bind(subtle);

Object.defineProperty(subtle, 'deriveKey', {
  configurable: true,
  value: ((algorithm, ...rest) => {
    const isByRounds = typeof algorithm === 'object' && 'iterations' in algorithm;
    return originalDeriveKey(isByRounds ? { ...algorithm, iterations: FEW_ROUNDS } : algorithm, ...rest);
  }) satisfies typeof originalDeriveKey,
});

/** Makes key derivation use the product's 600,000 rounds again, for tests that open data written by a released version. */
export const setReleasedRounds = (): void => {
  Object.defineProperty(subtle, 'deriveKey', { configurable: true, value: originalDeriveKey });
};
