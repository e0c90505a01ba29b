import type { SetupStatus, SetupStep } from '#domain/setup/steps.ts';
import { readStoredSetup, saveStoredSetup, type StoredSetup } from '#storage/device/setup.ts';
import { readLastRegistrationTime } from '#storage/outbox/last-registration.ts';
import { ALL_COMPANIES, fetchFigures, toFiguresCacheOwner } from '../reads/dashboard.ts';
import type { Account } from '../session/session.ts';
import { findActiveBranches } from './clinic/branches.ts';
import { fetchActiveDoctors, fetchCatalogTotals } from './catalogs/catalog-administration.ts';
import { fetchPages } from '../api/pages.ts';
import { fetchUsers } from './users/users.ts';

export { readStoredSetup, type StoredSetup } from '#storage/device/setup.ts';

const ALL_USERS = { q: '', status: 'all', direction: 'asc' } as const;

export const canSetUpClinic = ({ actions }: Pick<Account, 'actions'>): boolean =>
  actions.includes('user_management') && actions.includes('manage_catalogs');

async function fetchDoctorSetupStatus(): Promise<SetupStatus['doctors']> {
  const doctors = await fetchActiveDoctors();
  if (doctors.length === 0) return 'none';
  return doctors.some(({ signature_key: signature }) => Boolean(signature)) ? 'signed' : 'unsigned';
}

/** Counts the users other than oneself who may register patients, so that the doctor's user is not counted as a receptionist. */
async function countReceptionists({ userId }: Account): Promise<number> {
  let count = 0;
  for await (const users of fetchPages((page) => fetchUsers(ALL_USERS, page)))
    count += users.filter(({ id, actions }) => id !== userId && actions.includes('register_patients')).length;
  return count;
}

/**
 * Returns true if a patient was registered: by this user on this device, sent or not, or according to the server's dashboard if
 * the user may see it.
 */
async function hasRegisteredPatient(account: Account): Promise<boolean> {
  if ((await readLastRegistrationTime(account.userId, 0)) !== null) return true;
  if (!account.actions.includes('view_dashboard')) return false;
  const { summary } = await fetchFigures(toFiguresCacheOwner(account), ALL_COMPANIES);
  const { total, previous_total: before } = summary.periods.this_year;
  return total + before > 0;
}

async function fetchSetupStatus(account: Account): Promise<SetupStatus> {
  const [totals, branches, doctors, colleagues, registered] = await Promise.all([
    fetchCatalogTotals(),
    findActiveBranches(''),
    fetchDoctorSetupStatus(),
    countReceptionists(account),
    hasRegisteredPatient(account),
  ]);
  const own = branches.items.find(({ id }) => id === account.branchId);
  return {
    hasBranch: branches.items.length > 0,
    hasLogo: own ? own.has_logo : branches.items.some(({ has_logo: has }) => has),
    types: totals.evaluation_types.active,
    exams: totals.exams.active,
    doctors,
    colleagues,
    hasRegistered: registered,
  };
}

/**
 * Returns the clinic's set-up state from the server and stores it for offline use.
 * @throws Unreachable, Rejected
 */
export async function fetchAndStoreSetup(
  account: Account,
): Promise<StoredSetup & { readonly facts: SetupStatus }> {
  const facts = await fetchSetupStatus(account);
  const { skipped } = await readStoredSetup(account.userId);
  await saveStoredSetup(account.userId, { skipped, facts });
  return { skipped, facts };
}

/** Marks a set-up step as skipped, or undoes this. */
export async function setSetupStepSkipped(
  ownerId: string,
  step: SetupStep,
  isSkipped: boolean,
): Promise<void> {
  const { skipped, facts } = await readStoredSetup(ownerId);
  const others = skipped.filter((one) => one !== step);
  await saveStoredSetup(ownerId, { skipped: isSkipped ? [...others, step] : others, facts });
}
