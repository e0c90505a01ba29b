import { answerWithin, MAIL_KEY, shadowPlace } from './shadow-place.ts';

const BYTES = 32;

/**
 * S25: what an e-mail's tag is made with. Where the provider names no user the tag is all that says whose the rows are: with
 * another key their owner would be somebody else after the loss of the database. Null where there is none.
 */
export async function readMailSecret(): Promise<Uint8Array<ArrayBuffer> | null> {
  const cache = await shadowPlace();
  const copy = await answerWithin(cache?.match(MAIL_KEY));
  const secret = copy ? new Uint8Array(await copy.arrayBuffer()) : null;
  return secret?.byteLength === BYTES ? secret : null;
}

export const makeMailSecret = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(BYTES));

export async function keepMailSecret(secret: Uint8Array<ArrayBuffer>): Promise<void> {
  const cache = await shadowPlace();
  await cache?.put(MAIL_KEY, new Response(secret));
}
