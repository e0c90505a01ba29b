import type * as z from 'zod/mini';

/**
 * Minimum length of a text that is encoded to bytes once. As a string, it would be encoded three times: for its length, for its
 * digest and at each write to the socket.
 */
const ENCODED_FROM = 64_000;

const forms = new WeakMap<object, string | Buffer>();

const encoded = (text: string): string | Buffer => (text.length < ENCODED_FROM ? text : Buffer.from(text));

function make(schema: z.ZodMiniType, answer: unknown): string | Buffer {
  return encoded(JSON.stringify(schema.parse(answer)));
}

/** Returns the JSON of a response with only the fields of the contract. The ETag and the body use the same serialised value. */
export function toWireJson(schema: z.ZodMiniType, answer: unknown): string | Buffer {
  if (typeof answer !== 'object' || answer === null) return make(schema, answer);
  const form = forms.get(answer) ?? make(schema, answer);
  forms.set(answer, form);
  return form;
}
