import { z } from 'zod';
import { Uuid } from './primitives.ts';

/** The active branch's name, address and logo (P3). All null for a session without a branch. */
export const Branding = z.object({
  branch_id: Uuid.nullable().optional(),
  branch_name: z.string().nullable(),
  company_name: z.string().nullable(),
  address: z.string().nullish(),
  contact_email: z.string().nullish(),
  contact_phone: z.string().nullish(),
  contact_website: z.string().nullish(),
  contact_address: z.string().nullish(),
  has_logo: z.boolean().optional(),
  logo_hash: z.string().nullish(),
});
export type Branding = z.infer<typeof Branding>;
