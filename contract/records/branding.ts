import * as z from 'zod/mini';
import { Uuid } from '../primitives.ts';

/** What the patient reads and signs: the clinic's own words in their version. */
export const Authorisation = z.object({ version: z.string(), text: z.string() });
export type Authorisation = z.infer<typeof Authorisation>;

/** The active branch's name, address and logo (P3). All null for a session without a branch. */
export const Branding = z.object({
  branch_id: z.optional(z.nullable(Uuid)),
  branch_name: z.nullable(z.string()),
  company_name: z.nullable(z.string()),
  address: z.nullish(z.string()),
  contact_email: z.nullish(z.string()),
  contact_phone: z.nullish(z.string()),
  contact_website: z.nullish(z.string()),
  contact_address: z.nullish(z.string()),
  has_logo: z.optional(z.boolean()),
  logo_hash: z.nullish(z.string()),
  /** Ours: what the patient signs; null where the clinic has no text. */
  authorisation: z.nullish(Authorisation),
});
export type Branding = z.infer<typeof Branding>;
