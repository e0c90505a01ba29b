import type * as z from 'zod/mini';

/**
 * Minimum length of texts that are encoded to bytes once. A string would be encoded three times: for its length, for its digest
 * and at each write to the socket.
 */
const ENCODED_FROM = 64_000;

const forms = new WeakMap<object, string | Buffer>();

const encoded = (text: string): string | Buffer => (text.length < ENCODED_FROM ? text : Buffer.from(text));

function make(schema: z.ZodMiniType, answer: unknown): string | Buffer {
  return encoded(JSON.stringify(schema.parse(answer)));
}

/** Returns the JSON of a response in the contract's form, serialised once for both the ETag and the body. */
export function toWireJson(schema: z.ZodMiniType, answer: unknown): string | Buffer {
  if (typeof answer !== 'object' || answer === null) return make(schema, answer);
  const form = forms.get(answer) ?? make(schema, answer);
  forms.set(answer, form);
  return form;
}
