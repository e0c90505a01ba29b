/** Separate from on-device.ts, because only the screen 'Este dispositivo' uses it. */
export { testStorage } from '#storage/keys/self-test.ts';
