/** Writes, reads back and removes a file, sealed. Apart from on-device.ts: of all screens only 'Este dispositivo' needs it. */
export { testStorage } from '#storage/keys/self-test.ts';
