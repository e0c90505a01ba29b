// A key that a password wraps costs 600,000 rounds (D2), most of the time of whatever signs in. Tests that are about
// something else derive it in a thousand; the storage suites and the browsers' tests keep the product's number.
const FEW = 1_000;
const subtle = Object.getPrototypeOf(crypto.subtle) as SubtleCrypto;
const { deriveKey } = subtle;
type Derive = typeof deriveKey;

subtle.deriveKey = function (this: SubtleCrypto, algorithm, ...rest) {
  const isByRounds = typeof algorithm === 'object' && 'iterations' in algorithm;
  return deriveKey.call(this, isByRounds ? { ...algorithm, iterations: FEW } : algorithm, ...rest);
} as Derive;

/** For a test that opens what a released version has written. */
export const deriveAsReleased = (): void => void (subtle.deriveKey = deriveKey);
