import * as z from 'zod/mini';
import { Uuid } from '../primitives.ts';

/** Text of the clinic that the patient reads and signs, and the name of its version. */
export const Authorisation = z.object({ version: z.string(), text: z.string() });
export type Authorisation = z.infer<typeof Authorisation>;

/** Name, address and logo of the active branch (P3). All fields are null when the session has no branch. */
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
  /** Extension of the base contract: text that the patient signs; null when the clinic has none. */
  authorisation: z.nullish(Authorisation),
});
export type Branding = z.infer<typeof Branding>;
