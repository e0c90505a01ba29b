import type * as z from 'zod/mini';

/**
 * Length in characters from which a text is encoded to bytes once. Without this, a long string would be encoded three times:
 * for its length, for its digest and for the socket.
 */
const MIN_ENCODED_LENGTH = 64_000;

const cachedWireForms = new WeakMap<object, string | Buffer>();

const encodeIfLong = (text: string): string | Buffer =>
  text.length < MIN_ENCODED_LENGTH ? text : Buffer.from(text);

function serialiseResponse(schema: z.ZodMiniType, answer: unknown): string | Buffer {
  return encodeIfLong(JSON.stringify(schema.parse(answer)));
}

/**
 * Returns the JSON of a response with only the fields of the contract. The result is cached, so that ETag and body share one
 * serialisation.
 */
export function toWireJson(schema: z.ZodMiniType, answer: unknown): string | Buffer {
  if (typeof answer !== 'object' || answer === null) return serialiseResponse(schema, answer);
  const form = cachedWireForms.get(answer) ?? serialiseResponse(schema, answer);
  cachedWireForms.set(answer, form);
  return form;
}
