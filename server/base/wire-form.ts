import type * as z from 'zod/mini';

/**
 * Length in characters from which a text is encoded to bytes. A string would be encoded three times: for its length, for its
 * digest and for the socket.
 */
const ENCODED_FROM = 64_000;

const forms = new WeakMap<object, string | Buffer>();

const encoded = (text: string): string | Buffer => (text.length < ENCODED_FROM ? text : Buffer.from(text));

function make(schema: z.ZodMiniType, answer: unknown): string | Buffer {
  return encoded(JSON.stringify(schema.parse(answer)));
}

/**
 * Returns the JSON of a response with only the fields of the contract. The result is cached, so that ETag and body share one
 * serialisation.
 */
export function toWireJson(schema: z.ZodMiniType, answer: unknown): string | Buffer {
  if (typeof answer !== 'object' || answer === null) return make(schema, answer);
  const form = forms.get(answer) ?? make(schema, answer);
  forms.set(answer, form);
  return form;
}
