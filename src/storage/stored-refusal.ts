import { z } from 'zod';
import { FieldProblem } from '#contract/errors.ts';
import type { Refusal } from '#domain/outbox/item.ts';

const Text = z.string().max(10_000);

/** A refusal as a device or a parcel keeps it, whatever version wrote it: what is missing or too long has said nothing. */
export const StoredRefusal = z.object({
  status: z.number().int().catch(0),
  code: z.string().max(300).nullable().catch(null),
  message: Text.catch(''),
  statusText: z.string().max(300).optional().catch(undefined),
  details: z.array(FieldProblem).max(200).catch([]),
}) satisfies z.ZodType<Refusal>;
