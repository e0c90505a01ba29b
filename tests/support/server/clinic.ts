import { randomUUID } from 'node:crypto';
import { DEMO_PASSWORD } from '#server/demo/clinic.ts';
import type { Permission } from '#contract/vocabulary.ts';
import type { ServerProcess } from './server-process.ts';

/** These functions read and change the demo clinic of a running server through its database. */

/**
 * User of the demo clinic who can sign in. The functions of this file read and change the clinic through the server's database.
 */
export interface ClinicUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

type BranchName = 'Bogotá' | 'Medellín' | null;
const MODEL_USER_EMAILS = { Bogotá: 'recepcion@alisos.demo', Medellín: 'recepcion.med@alisos.demo' } as const;

/**
 * Creates a user with the demo's password. Each test needs its own user, so that drafts, outboxes and counts do not mix, and no
 * address reaches the limit of sign-ins.
 */
export async function createClinicUser(
  clinic: ServerProcess,
  branch: BranchName = 'Bogotá',
  actions: readonly Permission[] = ['register_patients', 'view_dashboard'],
): Promise<ClinicUser> {
  const id = randomUUID();
  const member = { id, email: `${id}@alisos.demo`, name: 'Rocío Prueba', password: DEMO_PASSWORD };
  await clinic.query(
    `insert into users (id, email, display_name, status, password_hash, branch_id, vault_key)
     select $1, $2, $3, 'active', password_hash, case when $5 then branch_id end, sha256(convert_to($2, 'UTF8'))
     from users where email = $4`,
    [id, member.email, member.name, MODEL_USER_EMAILS[branch ?? 'Bogotá'], branch !== null],
  );
  await clinic.query('insert into user_permissions (user_id, permission) select $1, unnest($2::text[])', [
    id,
    actions,
  ]);
  return member;
}

export interface ReceivedRegistration {
  readonly id: string;
  readonly document: string;
  readonly photo: string | null;
  readonly signature: string | null;
}

/**
 * Returns the registrations that the user sent, oldest first; photo and signature are given as the SHA-256 of the received
 * bytes.
 */
export const listReceivedRegistrations = (
  clinic: ServerProcess,
  { id }: ClinicUser,
): Promise<ReceivedRegistration[]> =>
  clinic.query<ReceivedRegistration & Record<string, unknown>>(
    `select e.id, p.identification_number as document, photo.received_sha256 as photo,
            signature.received_sha256 as signature
     from evaluations e join patients p on p.id = e.patient_id
     left join media photo on photo.evaluation_id = e.id and photo.type = 'photo' and photo.replaced_at is null
     left join media signature on signature.evaluation_id = e.id and signature.type = 'signature'
                               and signature.replaced_at is null
     where e.created_by = $1 order by e.captured_at`,
    [id],
  );

/** Returns how many distinct idempotency keys of the user's requests the server has executed. */
export async function countExecutedIdempotencyKeys(
  clinic: ServerProcess,
  { id }: ClinicUser,
): Promise<number> {
  const [row] = await clinic.query<{ count: number }>(
    'select count(*)::int as count from idempotency_keys where user_id = $1',
    [id],
  );
  return row?.count ?? 0;
}

/** Ends all sessions of the user, as an administrator or their expiry does. */
export async function endSessions(clinic: ServerProcess, { id }: ClinicUser): Promise<void> {
  await clinic.query('delete from sessions where user_id = $1', [id]);
}
